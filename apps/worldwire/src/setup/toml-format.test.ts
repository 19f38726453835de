import { describe, expect, it } from 'vitest';
import { ConfigProblem } from '../config/config-text.js';
import { toml } from './toml-format.js';

const PATH = ['mcp_servers', 'ours'] as const;
const ENTRY = { command: '/usr/bin/node', args: ['a b', '"', '\\'], headers: { 'X-Y': 'z' } };
const BLOCK = `[mcp_servers.ours]
command = "/usr/bin/node"
args = ["a b", "\\"", "\\\\"]
headers = { X-Y = "z" }
`;

const OTHERS = `# mine
model = "x"   # a model
notes = """
[mcp_servers.ours]
"""
list = [
  1, # ]
  2,
]

[mcp_servers.other] # keep
command = 'a "b" ['

[[profiles]]
name = "mcp_servers"
`;

describe('a table of TOML', () => {
  it('is what the parser reads', () => {
    expect(toml.render(PATH, ENTRY)).toBe(BLOCK.trimEnd());
    expect(toml.parse(BLOCK)).toEqual({ mcp_servers: { ours: ENTRY } });
  });

  it.each([
    ['nothing', '', BLOCK],
    ['others', OTHERS, `${OTHERS}\n${BLOCK}`],
    ['a last line without an end', 'a = 1', `a = 1\n\n${BLOCK}`],
    ['lines that end in CRLF', 'a = 1\r\n', `a = 1\r\n\r\n${BLOCK.replaceAll('\n', '\r\n')}`],
  ])('is added behind %s', (_, before, after) => {
    expect(toml.set(before, PATH, ENTRY)).toBe(after);
    expect(toml.parse(after)).toMatchObject({ mcp_servers: { ours: ENTRY } });
  });

  it.each([['[mcp_servers.ours]'], ['[ mcp_servers . "ours" ]'], ["['mcp_servers'.ours] # note"]])(
    'is replaced where its header is %s',
    header => {
      const before = `${OTHERS}\n# ours\n${header}\nurl = "x"\nlist = [\n 1\n]\n\n# next\n[z]\na = 1\n`;
      expect(toml.set(before, PATH, ENTRY)).toBe(`${OTHERS}\n# ours\n${BLOCK}\n# next\n[z]\na = 1\n`);
    },
  );

  it('is replaced with the tables inside it', () => {
    const before = `a = 1\n\n[mcp_servers.ours]\nurl = "x"\n\n[mcp_servers.ours.env]\nA = "b"\n\n[z]\n`;
    expect(toml.set(before, PATH, ENTRY)).toBe(`a = 1\n\n${BLOCK}\n[z]\n`);
  });

  it.each([
    ['behind others', OTHERS],
    ['alone', ''],
  ])('is removed %s, with nothing else', (_, before) => {
    expect(toml.remove(toml.set(before, PATH, ENTRY), PATH)).toBe(before);
    expect(toml.remove(before, PATH)).toBe(before);
  });

  it('is removed between others', () => {
    const before = `[a]\nb = 1\n\n${BLOCK}\n[z]\nc = 1\n`;
    expect(toml.remove(before, PATH)).toBe('[a]\nb = 1\n\n[z]\nc = 1\n');
  });
});

it.each([
  ['a = 1\nb = \n', 2],
  ['a = 1\n[mcp_servers\n', 2],
  ['a = 1\na = 2\n', 2],
])('TOML refuses %j with line %i', (text, line) => {
  expect(() => toml.parse(text)).toThrow(ConfigProblem);
  expect(() => toml.parse(text)).toThrow(expect.objectContaining({ line }));
});
