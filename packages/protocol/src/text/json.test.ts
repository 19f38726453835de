import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonValue, parseJson } from './json.js';

function reasonFor(text: string, limits?: { depth: number }): string | undefined {
  const parsed = parseJson(text, limits);
  return parsed.ok ? undefined : parsed.reason;
}

function accepts(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const harmless = (value: unknown) => !/__proto__|constructor/.test(JSON.stringify(value));
const jsonValue = fc.jsonValue({ maxDepth: 6 }).filter(harmless) as fc.Arbitrary<JsonValue>;

describe('parseJson', () => {
  it('gives the value of sound JSON', () => {
    const value = {
      jsonrpc: '2.0',
      id: 1,
      params: { name: 'say "hi": {[', list: [1, null, true, { a: {} }] },
    };
    expect(parseJson(JSON.stringify(value, null, 2))).toMatchObject({ ok: true, value });
    for (const text of ['1', '"a:b"', 'null', '[]', '{}', ' "\\\\" ']) {
      expect(parseJson(text)).toMatchObject({ ok: true, value: JSON.parse(text) });
    }
  });

  it('accepts the deepest allowed nesting and refuses one level more', () => {
    expect(parseJson('['.repeat(64) + ']'.repeat(64)).ok).toBe(true);
    expect(reasonFor('['.repeat(65) + ']'.repeat(65))).toBe('The JSON nests deeper than 64 levels.');
    expect(reasonFor('{"a":{"a":1}}', { depth: 1 })).toBe('The JSON nests deeper than 1 levels.');
    expect(parseJson('[[],[],{"a":[]},[]]', { depth: 3 }).ok).toBe(true);
  });

  it('refuses millions of levels without trying to build them', () => {
    expect(reasonFor('['.repeat(4_000_000))).toBe('The JSON nests deeper than 64 levels.');
    const deep = 500_000;
    expect(reasonFor('['.repeat(deep) + ']'.repeat(deep), { depth: 1e9 })).toBe(
      'The JSON nests deeper than 1000 levels.',
    );
  });

  it('refuses more members and elements than it may have, without building them', () => {
    const limits = { depth: 64, members: 4 };
    for (const text of ['[1,2,3,4]', '{"a":1,"b":[1,2]}', '[[],[]]', '"a,b,c,d,e,f"']) {
      expect([text, parseJson(text, limits).ok]).toEqual([text, true]);
    }
    for (const text of ['[1,2,3,4,5]', '{"a":1,"b":2,"c":3,"d":4,"e":5}', '[[],[],[]]', '[[[[[]]]]]']) {
      expect(parseJson(text, limits)).toEqual({
        ok: false,
        reason: 'The JSON has more than 4 members and elements. Send less in one message.',
      });
    }
    // It is no JSON behind the limit, and nothing has looked there.
    expect(parseJson(`[${'1,'.repeat(5)}?`, limits)).toMatchObject({
      reason: expect.stringMatching(/more than 4/),
    });
  });

  it('finds the end of a string among any escapes', () => {
    for (const text of ['["\\\\"]', '["\\"",1]', '["\\\\\\"",":"]', '["\\"\\"\\\\",1]', '{"\\":":1}']) {
      const sound = (() => {
        try {
          JSON.parse(text);
          return true;
        } catch {
          return false;
        }
      })();
      expect([text, parseJson(text).ok]).toEqual([text, sound]);
    }
  });

  it('does not take brackets and colons inside strings for structure', () => {
    const text = JSON.stringify({ a: '[{'.repeat(100), b: '\\"[[:', '\\': '\\\\', 'k:"': ':' });
    expect(parseJson(text)).toMatchObject({ ok: true, value: JSON.parse(text) });
  });

  it('refuses a key written twice and names it', () => {
    expect(reasonFor('{"a":1,"b":2,"a":3}')).toBe('The JSON has a duplicate key "a" in one object.');
    expect(reasonFor('{"x":[{"k" : 1},{"k":1, "\\u006b" :2}]}')).toBe(
      'The JSON has a duplicate key "k" in one object.',
    );
    expect(reasonFor('{"1":{"deep":{"er":1}},"1":0}')).toBe(
      'The JSON has a duplicate key "1" in one object.',
    );
    expect(reasonFor(`{"${'k'.repeat(999)}":1,"${'k'.repeat(999)}":1}`)).toBe(
      `The JSON has a duplicate key "${'k'.repeat(64)}…" in one object.`,
    );
  });

  it('refuses keys that reach a prototype, however they are spelled', () => {
    const proto = 'The JSON has a key "__proto__", which is not allowed.';
    expect(reasonFor('{"__proto__":1}')).toBe(proto);
    expect(reasonFor('[{"a":{"\\u005f_proto_\\u005f":{}}}]')).toBe(proto);
    expect(reasonFor('{"__proto__":1,"__proto__":2}')).toBe(proto);
    expect(reasonFor('{"constructor":{"prototype":{}}}')).toBe(
      'The JSON has a key "prototype" inside "constructor", which is not allowed.',
    );
  });

  it('leaves those words alone where they do no harm', () => {
    for (const text of ['{"constructor":"x"}', '{"prototype":{}}', '"__proto__"', '{"a":"__proto__"}']) {
      expect(parseJson(text)).toMatchObject({ ok: true, value: JSON.parse(text) });
    }
  });

  it('names the position of a syntax error and never quotes the body', () => {
    for (const text of [
      '{"secret" 1}',
      '{"a":secret}',
      'secret',
      '',
      '{"a":"secret',
      '[1,]',
      'at position 99',
    ]) {
      expect(reasonFor(text)).toMatch(/^The text is not valid JSON( at position \d+)?\.$/);
      expect(reasonFor(text)).not.toMatch(/secret|99/);
    }
  });

  it('gives back any JSON value', () => {
    fc.assert(
      fc.property(jsonValue, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        // JSON writes -0 as 0, so what counts is what JSON itself would give back.
        expect(parseJson(text)).toMatchObject({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('accepts exactly what JSON.parse accepts, and never throws', () => {
    const soup = fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ \n1-.etrufalsn') });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), soup), text => {
        const parsed = parseJson(text);
        if (parsed.ok) expect(parsed.value).toEqual(JSON.parse(text));
        else if (accepts(text)) expect(parsed.reason).toMatch(/duplicate key/);
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts damaged JSON only where JSON.parse does', () => {
    fc.assert(
      fc.property(jsonValue, fc.nat(), fc.constantFrom('', ...'{}[]:,"\\'), (value, place, put) => {
        const whole = JSON.stringify(value);
        const at = place % whole.length;
        const text = whole.slice(0, at) + put + whole.slice(at + 1);
        const parsed = parseJson(text);
        if (parsed.ok) expect(parsed.value).toEqual(JSON.parse(text));
        else if (accepts(text)) expect(parsed.reason).toMatch(/duplicate key|deeper/);
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses a duplicate wherever it is put', () => {
    fc.assert(
      fc.property(jsonValue, jsonValue, fc.string(), fc.nat(3), (first, second, key, wrap) => {
        fc.pre(harmless(key));
        const name = JSON.stringify(key);
        let text = `{"0${name.slice(1)}:0,${name}:${JSON.stringify(first)},${name}:${JSON.stringify(second)}}`;
        for (let i = 0; i < wrap; i++) text = i % 2 === 0 ? `[1,${text},{}]` : `{"w":${text}}`;
        expect(reasonFor(text)).toMatch(/^The JSON has a duplicate key /);
      }),
    );
  });
});
