import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UriTemplate } from './uri-template.js';

const match = (template: string, uri: string) => new UriTemplate(template).match(uri);

/** RFC 6570: everything but unreserved characters is percent-encoded. */
function encode(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

interface Sample {
  readonly template: string;
  readonly uri: string;
  readonly variables: Record<string, string>;
}

const anyValue = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const literal = fc.stringMatching(/^[a-z0-9._~-]{1,6}$/);
const step = fc.oneof(
  literal.map(text => ({ text, value: undefined as string | undefined })),
  anyValue.map(value => ({ text: undefined as string | undefined, value: value as string | undefined })),
);
/** `{+rest}` keeps reserved characters; with a query a bare "?" in it would begin the query. */
const rest = fc.option(
  anyValue.map(value => value.replaceAll('?', '!')),
  { nil: undefined },
);
const query = fc.option(fc.array(fc.option(anyValue, { nil: undefined }), { minLength: 1, maxLength: 3 }), {
  nil: undefined,
});

/** A template together with the values it was expanded with. */
const sample: fc.Arbitrary<Sample> = fc
  .record({ steps: fc.array(step, { maxLength: 5 }), rest, query })
  .map(({ steps, rest, query }) => {
    let template = 'lab://host';
    let uri = template;
    const variables: Record<string, string> = {};
    for (const [index, { text, value }] of steps.entries()) {
      template += `/${text ?? `{v${index}}`}`;
      uri += `/${text ?? encode(value!)}`;
      if (value !== undefined) variables[`v${index}`] = value;
    }
    if (rest !== undefined) {
      template += '/{+rest}';
      uri += `/${encodeURI(rest)}`;
      variables.rest = rest;
    }
    if (query !== undefined) {
      template += `{?${query.map((_, index) => `q${index}`).join()}}`;
      const given = query.flatMap((value, index) =>
        value === undefined ? [] : [`q${index}=${encode(value)}`],
      );
      if (given.length > 0) uri += `?${given.join('&')}`;
      for (const [index, value] of query.entries()) if (value !== undefined) variables[`q${index}`] = value;
    }
    return { template, uri, variables };
  });

describe('UriTemplate', () => {
  it('gives the variables back that a URI was expanded with', () => {
    fc.assert(
      fc.property(sample, ({ template, uri, variables }) => {
        expect({ ...match(template, uri) }).toEqual(variables);
      }),
      { numRuns: 500 },
    );
  });

  it('matches or does not, for any text, and never throws', () => {
    fc.assert(
      fc.property(sample, fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), ({ template, uri }, text) => {
        const subject = new UriTemplate(template);
        for (const candidate of [text, uri + text, text + uri, uri.slice(0, text.length)]) {
          const found = subject.match(candidate);
          if (found !== undefined)
            expect(Object.keys(found).every(name => subject.variables.includes(name))).toBe(true);
        }
      }),
    );
  });

  it('lists its variables in the order of the template', () => {
    expect(new UriTemplate('lab://{a}/x/{+b}{?c,d}').variables).toEqual(['a', 'b', 'c', 'd']);
    expect(new UriTemplate('lab://fixed').variables).toEqual([]);
  });

  it('takes one whole segment for a variable: never none, never a slash, a query or a fragment', () => {
    expect(match('lab://{a}', 'lab://x')).toEqual({ a: 'x' });
    for (const uri of ['lab://', 'lab://x/y', 'lab://x?y', 'lab://x#y', 'lab:/x', 'xlab://x']) {
      expect(match('lab://{a}', uri)).toBeUndefined();
    }
    expect(match('lab://{a}', 'lab://x%2Fy')).toEqual({ a: 'x/y' });
  });

  it('takes any rest, slashes and all, but not none', () => {
    expect(match('lab://f/{+path}', 'lab://f/a/b?c#d')).toEqual({ path: 'a/b?c#d' });
    expect(match('lab://f/{+path}', 'lab://f/')).toBeUndefined();
    expect(match('lab://{+path}/end', 'lab://a/end/b/end')).toEqual({ path: 'a/end/b' });
  });

  it('needs what follows a variable to be there, to the last character', () => {
    expect(match('lab://{a}.json', 'lab://x.json')).toEqual({ a: 'x' });
    expect(match('lab://{a}.json', 'lab://a.json.json')).toEqual({ a: 'a.json' });
    for (const uri of ['lab://x.jso', 'lab://x.jsonx', 'lab://.json']) {
      expect(match('lab://{a}.json', uri)).toBeUndefined();
    }
    expect(match('lab://{a}-{b}', 'lab://1-2-3')).toEqual({ a: '1', b: '2-3' });
  });

  it('takes query variables in any order, some or none, and no others', () => {
    const template = 'lab://find{?a,b}';
    expect({ ...match(template, 'lab://find') }).toEqual({});
    expect(match(template, 'lab://find?b=2&a=1')).toEqual({ a: '1', b: '2' });
    expect(match(template, 'lab://find?a=')).toEqual({ a: '' });
    expect(match(template, 'lab://find?a')).toEqual({ a: '' });
    expect(match(template, 'lab://find?a=1&c=3')).toBeUndefined();
    expect(match(template, 'lab://find?__proto__=1')).toBeUndefined();
  });

  it('does not match what is badly encoded', () => {
    for (const uri of ['lab://%', 'lab://%zz', 'lab://%ff', 'lab://a%']) {
      expect(match('lab://{a}', uri)).toBeUndefined();
    }
    expect(match('lab://find{?a}', 'lab://find?a=%ff')).toBeUndefined();
  });

  it('gives variables without inherited members', () => {
    expect(Object.getPrototypeOf(match('lab://{a}', 'lab://x'))).toBeNull();
  });
});
