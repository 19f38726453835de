import { describe, expect, it } from 'vitest';
import { ConfigProblem } from '../config/config-text.js';
import { yaml } from './yaml-format.js';

const PATH = ['extensions', 'ours'] as const;
const ENTRY = { cmd: '/usr/bin/node', args: ['a', 'no', '1: "x" # y'] };
const BLOCK = `  ours:
    cmd: /usr/bin/node
    args:
      - a
      - no
      - '1: "x" # y'
`;
const HEAD = `# goose
GOOSE_MODEL:   "x"  # the model
paths: [ a,   b ]

extensions:  # mine
  # first
  developer:
    type: builtin   # built in
    args:
    - a
    - b # c
`;
const TAIL = `
# after
slash_commands:
  - command: "run"
    text: |
      extensions:
        ours: no

`;

describe('an entry of YAML', () => {
  it('is what the parser reads', () => {
    expect(yaml.parse(`extensions:\n${BLOCK}`)).toEqual({ extensions: { ours: ENTRY } });
    expect(yaml.render(PATH, ENTRY)).toBe(`extensions:\n${BLOCK}`.trimEnd());
  });

  it.each([
    ['nothing', '', `extensions:\n${BLOCK}`],
    ['comments alone', '# a\n', `# a\nextensions:\n${BLOCK}`],
    ['other servers', HEAD + TAIL, HEAD + BLOCK + TAIL],
    ['another section', 'a: 1\n# end\n', `a: 1\nextensions:\n${BLOCK}# end\n`],
    ['a section without a value', 'extensions: # none\nb: 1\n', `extensions: # none\n${BLOCK}b: 1\n`],
    ['an empty section', 'extensions: {} # none\nb: 1\n', `extensions: # none\n${BLOCK}b: 1\n`],
    ['a last line without an end', 'a: 1', `a: 1\nextensions:\n${BLOCK}`],
    ['a block of text', 'a: |\n  b\n', `a: |\n  b\nextensions:\n${BLOCK}`],
  ])('is added to %s', (_, before, after) => {
    expect(yaml.set(before, PATH, ENTRY)).toBe(after);
    expect(yaml.parse(after)).toMatchObject({ extensions: { ours: ENTRY } });
  });

  it('is replaced where it is', () => {
    const old = '  ours:\n    cmd: old # note\n    envs: {}\n';
    const next = '\n  # next\n  z:\n    type: x\n';
    expect(yaml.set(HEAD + old + next + TAIL, PATH, ENTRY)).toBe(HEAD + BLOCK + next + TAIL);
  });

  it('is removed, with nothing else', () => {
    expect(yaml.remove(HEAD + BLOCK + TAIL, PATH)).toBe(HEAD + TAIL);
    expect(yaml.remove(HEAD + TAIL, PATH)).toBe(HEAD + TAIL);
    expect(yaml.remove(`extensions:\n${BLOCK}b: 1\n`, PATH)).toBe('extensions: {}\nb: 1\n');
  });

  it.each(['extensions: { a: { b: 1 } }\n', 'extensions: []\n', '{ extensions: {} }\n'])(
    'has no place in %j',
    text => {
      expect(() => yaml.set(text, PATH, ENTRY)).toThrow(TypeError);
    },
  );
});

it.each([
  ['a: 1\nb: "x\n', 3],
  ['a: [1\nb: 2\n', 2],
  ['- a\n', 1],
  ['a: 1\na: 2\n', 2],
])('YAML refuses %j with line %i', (text, line) => {
  expect(() => yaml.parse(text)).toThrow(ConfigProblem);
  expect(() => yaml.parse(text)).toThrow(expect.objectContaining({ line }));
});
