import { describe, expect, it } from 'vitest';
import { readIniText } from './ini-text.js';
import { knownKey } from './spelling.js';

const KNOWN = ['port', 'host', 'read-only', 'tls-cert', 'allow', 'origin', 'data'];
const read = (text: string) => readIniText(text, key => knownKey(key, KNOWN));

describe('readIniText', () => {
  it('reads keys in any spelling, with their lines', () => {
    const { content, lines } = read(
      '; ours\r\n[worldwire]\r\nHost=127.0.0.1\r\nTlsCert = certs/one.pem ; the new one\r\nbReadOnly=True\r\nPort=8080\r\n',
    );
    expect(content).toEqual({
      host: '127.0.0.1',
      'tls-cert': 'certs/one.pem',
      'read-only': true,
      port: 8080,
    });
    expect(Object.fromEntries(lines)).toEqual({ host: 3, 'tls-cert': 4, 'read-only': 5, port: 6 });
  });

  it('adds with a plus, and keeps what quotation marks hold', () => {
    const { content } = read('+allow=writes\n+allow=eval\ndata="C:\\\\a; \\"b\\" "\n');
    expect(content).toEqual({ allow: ['writes', 'eval'], data: 'C:\\a; "b" ' });
  });

  it('adds with a plus to a single value', () => {
    expect(read('allow=writes\n+allow=eval').content).toEqual({ allow: ['writes', 'eval'] });
  });

  it('reads nested keys from sections', () => {
    const { content, lines } = read(
      '[limits]\nbatch=5\n[Features]\nprompts=False\n+tools=get_*\n+tools=list_*',
    );
    expect(content).toEqual({
      limits: { batch: 5 },
      features: { prompts: false, tools: ['get_*', 'list_*'] },
    });
    expect(lines.get('limits.batch')).toBe(2);
    expect(lines.get('features.tools')).toBe(6);
  });

  it('reads the section of the plugin as settings of the Unreal world', () => {
    const { content } = read('[/Script/HiRezMCPUnreal.HiRezMCPSettings] ; ours\nPort="30070"\n');
    expect(content).toEqual({ port: 'unreal=30070' });
  });

  it('accepts keys that are also properties of objects', () => {
    const { content } = read('[limits]\nconstructor=1');
    expect(Object.keys(content.limits as object)).toEqual(['constructor']);
  });

  it.each([
    ['[worldwire]\n[/Script/Engine.Engine]\n', 2, 'unknown section'],
    ['port=1\nport=2', 2, 'is set twice'],
    ['port=1\n\nnonsense', 3, 'not a section, a comment or Key=Value'],
    ['-allow=eval', 1, 'or +Key=Value to add'],
    ['data="open', 1, 'not closed'],
  ])('names the line of an error: %j', (text, line, message) => {
    let problem: unknown;
    try {
      read(text);
    } catch (thrown) {
      problem = thrown;
    }
    expect(problem).toMatchObject({ line, message: expect.stringContaining(message) });
  });
});
