import { describe, expect, it } from 'vitest';
import { ConfigProblem } from './config-text.js';
import { readJsonText } from './json-text.js';

describe('readJsonText', () => {
  it('gives the content and the line of every key', () => {
    const text =
      '{\n  "port": 1,\n  "limits": {\n    "batch": 5, "bodyBytes":\n 7\n  },\n  "allow": ["a", "b"],\n  "json": true\n}';
    const { content, lines } = readJsonText(text);
    expect(content).toEqual({ port: 1, limits: { batch: 5, bodyBytes: 7 }, allow: ['a', 'b'], json: true });
    expect(Object.fromEntries(lines)).toEqual({
      port: 2,
      limits: 3,
      'limits.batch': 4,
      'limits.bodyBytes': 4,
      allow: 7,
      json: 8,
    });
  });

  it('ignores brackets, colons and quotation marks inside strings', () => {
    const { lines } = readJsonText('{ "host": "a:{\\"[",\n "data": "}" }');
    expect(Object.fromEntries(lines)).toEqual({ host: 1, data: 2 });
  });

  it.each([
    ['{\n "port": 1,\n}', 3],
    ['{\n "port": 1', 2],
    ['{\n "json": True,\n "port": 1\n}\n', 2],
    ['{\n "host": "a\nb"\n}', 2],
    ['{ "a": 1 }\n{ "b": 2 }', 2],
    ['{\n\n port: 1 }', 3],
    ['', 1],
    ['[1]', 1],
    ['null', 1],
  ])('names the line of an error: %j', (text, line) => {
    let problem: unknown;
    try {
      readJsonText(text);
    } catch (thrown) {
      problem = thrown;
    }
    expect(problem).toBeInstanceOf(ConfigProblem);
    expect(problem).toMatchObject({ line });
  });
});
