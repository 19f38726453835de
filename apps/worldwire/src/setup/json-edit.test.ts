import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeMember, setMember } from './json-edit.js';

const PATH = ['servers', 'ours'] as const;

describe('setting a member', () => {
  it.each([
    ['an empty document', '{}', '{\n  "servers": {\n    "ours": {\n      "a": 1\n    }\n  }\n}'],
    [
      'a document indented with tabs',
      '{\n\t"x": 1\n}\n',
      '{\n\t"x": 1,\n\t"servers": {\n\t\t"ours": {\n\t\t\t"a": 1\n\t\t}\n\t}\n}\n',
    ],
    [
      'an empty section',
      '{\n    "servers": {}\n}',
      '{\n    "servers": {\n        "ours": {\n            "a": 1\n        }\n    }\n}',
    ],
    [
      'lines that end in CRLF',
      '{\r\n  "servers": {\r\n    "b": 2\r\n  }\r\n}',
      '{\r\n  "servers": {\r\n    "b": 2,\r\n    "ours": {\r\n      "a": 1\r\n    }\r\n  }\r\n}',
    ],
    ['one line', '{"x":[1,2],"servers":{"b":{}}}', '{"x":[1,2],"servers":{"b":{},"ours":{"a":1}}}'],
    [
      'a section on one line',
      '{\n  "servers": { "b": 2 }\n}',
      '{\n  "servers": { "b": 2, "ours": {"a":1} }\n}',
    ],
    [
      'an older value',
      '{\n  "servers": {\n    "ours": [9],\n    "b": 2\n  }\n}',
      '{\n  "servers": {\n    "ours": {\n      "a": 1\n    },\n    "b": 2\n  }\n}',
    ],
  ])('keeps the style of %s', (_, before, after) => {
    expect(setMember(before, PATH, { a: 1 })).toBe(after);
  });

  it('is not led astray by brackets and quotes in texts', () => {
    const before = '{"}":"{\\"servers\\":{","a\\\\":"]","servers":{}}';
    expect(setMember(before, PATH, 1)).toBe('{"}":"{\\"servers\\":{","a\\\\":"]","servers":{"ours":1}}');
  });

  it('takes the last of a key that stands twice, as JSON.parse does', () => {
    expect(setMember('{"servers":1,"servers":{}}', PATH, 1)).toBe('{"servers":1,"servers":{"ours":1}}');
  });

  it('refuses a section that is no object', () => {
    expect(() => setMember('{"servers":[]}', PATH, 1)).toThrow('"servers" is not an object.');
  });

  it('goes as deep as JSON.parse does', () => {
    const deep = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    expect(JSON.parse(setMember(deep, PATH, 1)).servers).toEqual({ ours: 1 });
  });
});

describe('a document with comments', () => {
  it.each([
    [
      'a comment behind the last member',
      '{\n  "servers": {\n    "b": 2 // two\n  }\n}',
      '{\n  "servers": {\n    "b": 2, // two\n    "ours": 1\n  }\n}',
    ],
    [
      'a comma behind the last member',
      '{\n  "servers": {\n    "b": 2, /* two */ // II\n    // the end\n  },\n}',
      '{\n  "servers": {\n    "b": 2, /* two */ // II\n    "ours": 1,\n    // the end\n  },\n}',
    ],
    [
      'a comment alone in the section',
      '// mine\n{\n  "servers": {\n    // none\n  }\n}',
      '// mine\n{\n  "servers": {\n    // none\n    "ours": 1\n  }\n}',
    ],
    [
      'brackets and quotes in comments',
      '{\n  /* { "servers": { */\n  "servers": { // }\n    "b": [1, /* ] */ 2]\n  }\n}',
      '{\n  /* { "servers": { */\n  "servers": { // }\n    "b": [1, /* ] */ 2],\n    "ours": 1\n  }\n}',
    ],
    [
      'a comment over several lines behind the last member',
      '{\n  "servers": {\n    "b": 2 /* one\n    two */\n  }\n}',
      '{\n  "servers": {\n    "b": 2,\n    "ours": 1 /* one\n    two */\n  }\n}',
    ],
  ])('keeps %s, and is the same after a removal', (_, before, after) => {
    expect(setMember(before, PATH, 1)).toBe(after);
    expect(removeMember(after, PATH)).toBe(before);
  });

  it('keeps comments around a member that is removed', () => {
    const before = '{"servers": {\n  // a\n  "ours": 1, // b\n  // c\n  "d": 2\n}}';
    expect(removeMember(before, PATH)).toBe('{"servers": {\n  // a\n   // b\n  // c\n  "d": 2\n}}');
  });

  it('does not let a comment swallow what follows a member that is removed', () => {
    const before = '{"servers": { // a\n  "ours": 1 }}';
    expect(removeMember(before, PATH)).toBe('{"servers": { // a\n   }}');
  });
});

describe('removing a member', () => {
  it.each([
    ['the only one', '{"servers":{ "ours": 1 }}', '{"servers":{}}'],
    ['the first', '{"servers":{"ours": 1, "b": 2}}', '{"servers":{"b": 2}}'],
    ['the last', '{"servers":{"b": 2, "ours": 1}}', '{"servers":{"b": 2}}'],
    ['one that stands twice', '{"servers":{"ours":1,"b":2,"ours":3}}', '{"servers":{"b":2}}'],
    ['none', '{"servers":{"b":2}}', '{"servers":{"b":2}}'],
    ['none, in no section', '{"servers":3}', '{"servers":3}'],
  ])('takes %s away', (_, before, after) => {
    expect(removeMember(before, PATH)).toBe(after);
  });
});

describe('for any document', () => {
  const document = fc.dictionary(fc.string(), fc.jsonValue());
  const section = fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true });
  const indent = fc.constantFrom('', '  ', '\t', '    ');

  it('a set member is there and everything else is as it was', () => {
    fc.assert(
      fc.property(document, section, fc.jsonValue(), indent, (rest, servers, value, unit) => {
        const before = JSON.stringify({ ...rest, servers }, null, unit);
        const after = JSON.parse(setMember(before, PATH, value));
        const expected = JSON.parse(before);
        expected.servers.ours = value;
        expect(JSON.stringify(after)).toBe(JSON.stringify(expected));
      }),
    );
  });

  it('setting and removing gives the same bytes back', () => {
    fc.assert(
      fc.property(document, section, indent, (rest, servers, unit) => {
        const { ours: _, ...others } = servers;
        const before = JSON.stringify({ ...rest, servers: others }, null, unit);
        expect(removeMember(setMember(before, PATH, { a: 1 }), PATH)).toBe(before);
      }),
    );
  });
});
