import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../process/environment.js';
import { type Client, entryOf } from './client.js';
import { CLIENTS } from './clients.js';
import { type Launch, readEntry } from './entry.js';
import { loadFormat } from './format.js';

const LINUX = place('linux', '/home/ann', '/home/ann/.config');
const MAC = place('darwin', '/Users/ann', '/Users/ann/Library/Application Support');
const WINDOWS = place('win32', 'C:/Users/ann', 'C:/Users/ann/AppData/Roaming');

function place(platform: NodeJS.Platform, home: string, configFolder: string): Environment {
  const xdgConfigFolder = join(home, '.config');
  return { platform, home, cwd: '/work', configFolder, xdgConfigFolder, inherited: {} } as Environment;
}

/** The user's file on Linux, macOS and Windows, below the home folder. */
const USER_FILES: readonly (readonly [client: string, linux: string, mac: string, windows: string])[] = [
  ...same('cline', '.cline/data/settings/cline_mcp_settings.json'),
  ...same('codex', '.codex/config.toml'),
  ...same('copilot-cli', '.copilot/mcp-config.json'),
  ...same('cursor', '.cursor/mcp.json'),
  ...same('gemini-cli', '.gemini/settings.json'),
  ...same('junie', '.junie/mcp/mcp.json'),
  ...same('kiro', '.kiro/settings/mcp.json'),
  ...same('lm-studio', '.lmstudio/mcp.json'),
  ...same('opencode', '.config/opencode/opencode.json'),
  ...same('windsurf', '.codeium/windsurf/mcp_config.json'),
  ...application('claude-desktop', 'Claude/claude_desktop_config.json'),
  ...application('vscode', 'Code/User/mcp.json'),
  ...application('vscode-insiders', 'Code - Insiders/User/mcp.json'),
  [
    'goose',
    '.config/goose/config.yaml',
    '.config/goose/config.yaml',
    'AppData/Roaming/Block/goose/config/config.yaml',
  ],
  ['zed', '.config/zed/settings.json', '.config/zed/settings.json', 'AppData/Roaming/Zed/settings.json'],
];

function same(client: string, path: string) {
  return [[client, path, path, path]] as const;
}

function application(client: string, path: string) {
  return [
    [client, `.config/${path}`, `Library/Application Support/${path}`, `AppData/Roaming/${path}`],
  ] as const;
}

describe('the files of clients', () => {
  it.each(USER_FILES)('of the user are where %s looks on each system', (name, linux, mac, windows) => {
    const file = (environment: Environment) => CLIENTS.get(name)?.file(environment, true);
    expect(file(LINUX)).toBe(join('/home/ann', linux));
    expect(file(MAC)).toBe(join('/Users/ann', mac));
    expect(file(WINDOWS)).toBe(join('C:/Users/ann', windows));
  });

  it('of the folder or of the user are known for every client', () => {
    for (const client of CLIENTS.values()) expect(client.file(LINUX, false)).toBeDefined();
    const without = [...CLIENTS].filter(([, client]) => client.file(LINUX, true) === undefined);
    expect(without.map(([name]) => name)).toEqual(['claude-code', 'roo-code']);
  });

  it('follow CODEX_HOME', () => {
    const elsewhere = { ...LINUX, inherited: { CODEX_HOME: '/etc/codex' } };
    expect(CLIENTS.get('codex')?.file(elsewhere, true)).toBe('/etc/codex/config.toml');
  });
});

describe('an entry', () => {
  async function written(client: Client, launch: Launch) {
    const path = [client.section, 'worldwire-x'] as const;
    const format = await loadFormat(client.format);
    const text = format.render(path, entryOf(client, launch, path[1]) as object);
    const section = format.parse(text)[client.section] as Record<string, unknown>;
    return { text, entry: readEntry(section['worldwire-x']) };
  }

  it.each([...CLIENTS])('of %s says what to start', async (_, client) => {
    const args = ['/program', 'stdio', 'x'];
    const { entry } = await written(client, { kind: 'stdio', command: '/node', args });
    expect(entry).toMatchObject({ command: '/node', args, url: undefined });
  });

  it.each([...CLIENTS].filter(([, { variable }]) => variable))(
    'of %s says what to call, and which variable has the token',
    async (_, client) => {
      const launch = { kind: 'http', url: 'http://127.0.0.1:1/mcp', tokenVariable: 'ANN_TOKEN' } as const;
      const { text, entry } = await written(client, launch);
      expect(entry).toMatchObject({ url: launch.url, hasToken: true });
      expect(text).toContain('ANN_TOKEN');
    },
  );
});
