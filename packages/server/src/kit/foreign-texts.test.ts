import type { JsonObject } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { SerializedJson, writeResult } from '../api/serialized-json.js';
import { META_INVISIBLE, shownResult, shownText, withoutShown } from './foreign-texts.js';

const MARKS = [
  ['a direction mark', '\u202e'],
  ['an isolate', '\u2066'],
  ['a zero-width space', '\u200b'],
  ['a joiner', '\u200d'],
  ['a tag character', '\u{e0041}'],
  ['a variation selector', '\ufe0f'],
  ['a supplementary variation selector', '\u{e0101}'],
  ['a Hangul filler', '\u3164'],
  ['a private character', '\ue000'],
  ['a control', '\u0085'],
  ['a soft hyphen', '\u00ad'],
] as const;

const resultOf = (data: object, isSerialized = false): JsonObject => {
  const json = JSON.stringify(data);
  const structuredContent = isSerialized ? new SerializedJson(json) : data;
  return { content: [{ type: 'text', text: json }], structuredContent } as unknown as JsonObject;
};
const written = (result: JsonObject) => JSON.parse(writeResult(result));

describe('a result with texts of others', () => {
  it.each(MARKS)('shows %s in a name as its code point', (_what, mark) => {
    for (const isSerialized of [false, true]) {
      const shown = written(shownResult(resultOf({ Name: `Box${mark}exe`, Type: 'Door' }, isSerialized)));
      const code = (mark.codePointAt(0) as number).toString(16).padStart(4, '0');
      expect(shown.structuredContent.Name).toMatch(new RegExp(`^Box\\\\u\\{?${code}\\}?exe$`));
      expect(shown.content[0].text).not.toContain(mark);
      expect(JSON.parse(shown.content[0].text)).toEqual(shown.structuredContent);
    }
  });

  it('keeps values exact, and notes which have invisible characters', () => {
    const family = '👨\u200d👩\u200d👧';
    const data = { Name: 'a\u200bb', Value: family, after: { Text: 'שלום\u200f' } };
    const shown = written(shownResult(resultOf(data)));
    expect(shown.structuredContent).toEqual({ ...data, Name: 'a\\u200bb' });
    expect(JSON.parse(shown.content[0].text)).toEqual(shown.structuredContent);
    expect(shown.content[0].text).not.toMatch(/[\u200b-\u200f]/);
    expect(shown.content[1].text).toContain('Value: U+200D; after: U+200F');
    expect(shown._meta[META_INVISIBLE]).toEqual(['Value: U+200D', 'after: U+200F']);
  });

  it('shows JSON that is not its data as JSON of the same value', () => {
    const text = JSON.stringify({ Name: 'a\u202eb' });
    const shown = shownResult({ content: [{ type: 'text', text }] } as unknown as JsonObject);
    expect(shown).toMatchObject({ content: [{ text: '{"Name":"a\\u202eb"}' }] });
  });

  it('is the same object where nothing is invisible', () => {
    for (const data of [{ Name: 'Tür 門 😀 é', lines: 'a\n\tb' }, { Value: 'x' }]) {
      const result = resultOf(data);
      expect(shownResult(result)).toBe(result);
    }
  });

  it('shows plain text, resources, prompts and links', () => {
    const link = { type: 'resource_link', uri: 'x:y', name: 'a\u202eb' };
    const shown = shownResult({
      content: [{ type: 'text', text: 'line\r\nnext\u202e' }, link],
      contents: [{ uri: 'x:y', text: '{"a":"\u202e"}' }],
      messages: [{ role: 'user', content: { type: 'text', text: 'b\u2066' } }],
    } as unknown as JsonObject);
    expect(shown).toMatchObject({
      content: [{ text: 'line\r\nnext\\u202e' }, { name: 'a\\u202eb' }],
      contents: [{ text: '{"a":"\\u202e"}' }],
      messages: [{ content: { text: 'b\\u2066' } }],
    });
  });
});

describe('a name that was shown', () => {
  it.each(MARKS.filter(([, mark]) => mark.length > 0))('with %s is accepted as shown', (_what, mark) => {
    const name = `Box${mark}`;
    const shown = shownText(name);
    expect(withoutShown({ name: shown, paths: [shown] })).toEqual({ name, paths: [name] });
    expect(withoutShown({ name })).toEqual({ name });
  });

  it('is not looked for in values, code and other escapes', () => {
    const given = {
      jsonValue: 'a\\u202e',
      code: '"\\u202e"',
      text: '\\u202e',
      steps: [{ text: '\\u202e' }],
      path: 'a\\u0041',
    };
    expect(withoutShown(given)).toBe(given);
  });
});
