import { join } from 'node:path';
import type { Environment } from '../process/environment.js';
import { SSE_PATH } from '../serving/sse-path.js';
import { type Client, eitherOf, type HttpServer, inFolder, ofUser } from './client.js';
import type { StdioLaunch } from './entry.js';

/** The clients that setup knows, as their own documentation describes them. */
const ENTRIES: Readonly<Record<string, Client>> = {
  'claude-code': {
    title: 'Claude Code',
    docs: 'https://code.claude.com/docs/en/mcp',
    format: 'json',
    section: 'mcpServers',
    file: inFolder('.mcp.json'),
    stdio: launch => ({ type: 'stdio', ...program(launch) }),
    http: server => ({ type: webTransport(server), ...address(server) }),
    variable: shellVariable,
    next: 'Start claude in this folder and approve the server when it asks.',
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    docs: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
    format: 'json',
    section: 'mcpServers',
    file: ofUser(({ configFolder }) => join(configFolder, 'Claude', 'claude_desktop_config.json')),
    // Servers at a URL are added in the settings of the application.
    stdio: program,
    next: 'Quit Claude Desktop and start it again.',
  },
  cline: {
    title: 'Cline',
    docs: 'https://docs.cline.bot/mcp/mcp-overview',
    format: 'json',
    section: 'mcpServers',
    file: ofUser(({ home }) => join(home, '.cline', 'data', 'settings', 'cline_mcp_settings.json')),
    stdio: program,
    http: server => ({ type: webTransport(server, 'streamableHttp'), ...address(server) }),
    next: 'Open the MCP servers of Cline and check that it is on. An older extension has another file: "Configure MCP Servers" opens it, and --file PATH names it.',
  },
  codex: {
    title: 'Codex',
    docs: 'https://developers.openai.com/codex/mcp',
    format: 'toml',
    section: 'mcp_servers',
    file: inFolder('.codex/config.toml', ({ home, inherited }) =>
      join(inherited.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    ),
    stdio: program,
    http: ({ url, tokenVariable }) => ({
      url,
      ...(tokenVariable !== undefined && { bearer_token_env_var: tokenVariable }),
    }),
    variable: name => name,
    next: 'Start codex and type /mcp. It reads the file of a folder only where that folder is trusted.',
  },
  'copilot-cli': {
    title: 'GitHub Copilot CLI',
    docs: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
    format: 'json',
    section: 'mcpServers',
    file: inFolder('.github/mcp.json', ({ home }) => join(home, '.copilot', 'mcp-config.json')),
    stdio: launch => ({ type: 'local', ...program(launch), tools: ['*'] }),
    http: server => ({ type: webTransport(server), ...address(server), tools: ['*'] }),
    variable: shellVariable,
    next: 'Start copilot and type /mcp show.',
  },
  cursor: {
    title: 'Cursor',
    docs: 'https://cursor.com/docs/mcp',
    format: 'json',
    section: 'mcpServers',
    file: inFolder('.cursor/mcp.json', ({ home }) => join(home, '.cursor', 'mcp.json')),
    stdio: program,
    http: address,
    variable: editorVariable,
    next: 'Turn the server on in the MCP part of Cursor’s settings.',
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    docs: 'https://geminicli.com/docs/tools/mcp-server/',
    format: 'jsonc',
    section: 'mcpServers',
    file: inFolder('.gemini/settings.json', ({ home }) => join(home, '.gemini', 'settings.json')),
    stdio: program,
    // "url" is for HTTP with SSE alone.
    http: server => {
      const { url, ...rest } = address(server);
      return isOldTransport(server) ? { url, ...rest } : { httpUrl: url, ...rest };
    },
    variable: shellVariable,
    next: 'Start gemini and type /mcp.',
  },
  goose: {
    title: 'goose',
    docs: 'https://block.github.io/goose/docs/guides/config-files',
    format: 'yaml',
    section: 'extensions',
    file: ofUser(({ platform, configFolder, xdgConfigFolder }) =>
      platform === 'win32'
        ? join(configFolder, 'Block', 'goose', 'config', 'config.yaml')
        : join(xdgConfigFolder, 'goose', 'config.yaml'),
    ),
    stdio: ({ command, args }, key) => ({ ...extension('stdio', key), cmd: command, args }),
    // A header sees only the variables that env_keys names.
    http: ({ url, tokenVariable, headers }, key) => ({
      ...extension('streamable_http', key),
      uri: url,
      ...(headers && { env_keys: [tokenVariable], headers }),
    }),
    variable: shellVariable,
    next: 'Start goose again.',
  },
  junie: {
    title: 'JetBrains Junie',
    docs: 'https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html',
    format: 'json',
    section: 'mcpServers',
    file: inFolder('.junie/mcp/mcp.json', ({ home }) => join(home, '.junie', 'mcp', 'mcp.json')),
    // Its documentation names no transport but stdio.
    stdio: program,
    next: 'Open the MCP settings of Junie and turn the server on.',
  },
  kiro: {
    title: 'Kiro',
    docs: 'https://kiro.dev/docs/mcp/configuration/',
    format: 'json',
    section: 'mcpServers',
    file: inFolder('.kiro/settings/mcp.json', ({ home }) => join(home, '.kiro', 'settings', 'mcp.json')),
    stdio: program,
    http: address,
    variable: shellVariable,
    next: 'Open the MCP servers of Kiro. It asks before it reads a variable.',
  },
  'lm-studio': {
    title: 'LM Studio',
    docs: 'https://lmstudio.ai/docs/app/mcp',
    format: 'json',
    section: 'mcpServers',
    file: ofUser(({ home }) => join(home, '.lmstudio', 'mcp.json')),
    stdio: program,
    http: address,
    next: 'Turn the server on in the Program tab of LM Studio.',
  },
  opencode: {
    title: 'OpenCode',
    docs: 'https://opencode.ai/docs/mcp-servers/',
    format: 'jsonc',
    section: 'mcp',
    file: ({ cwd, xdgConfigFolder }, global) => {
      const folder = global ? join(xdgConfigFolder, 'opencode') : cwd;
      return eitherOf(join(folder, 'opencode.json'), join(folder, 'opencode.jsonc'));
    },
    stdio: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
    http: server => ({ type: 'remote', ...address(server), enabled: true }),
    variable: name => `{env:${name}}`,
    next: 'Start opencode in this folder.',
  },
  'roo-code': {
    title: 'Roo Code',
    docs: 'https://docs.roocode.com/features/mcp/using-mcp-in-roo',
    format: 'json',
    section: 'mcpServers',
    file: inFolder('.roo/mcp.json'),
    stdio: program,
    http: server => ({ type: webTransport(server, 'streamable-http'), ...address(server) }),
    variable: editorVariable,
    next: 'Open the MCP servers of Roo Code and check that it is on.',
  },
  vscode: {
    title: 'VS Code',
    docs: 'https://code.visualstudio.com/docs/agents/reference/mcp-configuration',
    ...visualStudioCode('Code'),
    next: 'Run "MCP: List Servers" in VS Code and start it.',
  },
  'vscode-insiders': {
    title: 'VS Code Insiders',
    docs: 'https://code.visualstudio.com/docs/agents/reference/mcp-configuration',
    ...visualStudioCode('Code - Insiders'),
    next: 'Run "MCP: List Servers" in VS Code Insiders and start it.',
  },
  windsurf: {
    title: 'Windsurf',
    docs: 'https://docs.windsurf.com/windsurf/cascade/mcp',
    format: 'json',
    section: 'mcpServers',
    file: ofUser(({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json')),
    stdio: program,
    http: ({ url, headers }) => ({ serverUrl: url, ...(headers && { headers }) }),
    variable: editorVariable,
    next: 'Refresh the MCP servers in the settings of Cascade.',
  },
  zed: {
    title: 'Zed',
    docs: 'https://zed.dev/docs/ai/mcp',
    format: 'jsonc',
    section: 'context_servers',
    file: ofUser(({ platform, configFolder, xdgConfigFolder }) =>
      platform === 'win32'
        ? join(configFolder, 'Zed', 'settings.json')
        : join(xdgConfigFolder, 'zed', 'settings.json'),
    ),
    stdio: program,
    http: address,
    next: 'Zed reads the file at once: open the MCP servers in its AI settings.',
  },
};

export const CLIENTS: ReadonlyMap<string, Client> = new Map(Object.entries(ENTRIES));

function visualStudioCode(folder: string) {
  const user = ({ configFolder }: Environment) => join(configFolder, folder, 'User', 'mcp.json');
  return {
    format: 'jsonc',
    section: 'servers',
    file: inFolder('.vscode/mcp.json', user),
    stdio: (launch: StdioLaunch) => ({ type: 'stdio', ...program(launch) }),
    http: (server: HttpServer) => ({ type: webTransport(server), ...address(server) }),
    variable: editorVariable,
  } as const;
}

function program({ command, args }: StdioLaunch) {
  return { command, args };
}

function address({ url, headers }: HttpServer) {
  return { url, ...(headers && { headers }) };
}

/** The name of the transport, for clients that need it. They have different names for Streamable HTTP. */
function webTransport(server: HttpServer, streamable = 'http'): string {
  return isOldTransport(server) ? 'sse' : streamable;
}

/** The URL of a proxy may have a path before it. */
function isOldTransport({ url }: HttpServer): boolean {
  return new URL(url).pathname.replace(/\/$/, '').endsWith(SSE_PATH);
}

/** Required fields of an extension of goose. The timeout is in seconds. */
function extension(type: string, key: string) {
  return { name: key, type, enabled: true, description: 'A live world, served by Worldwire', timeout: 300 };
}

function shellVariable(name: string): string {
  return `\${${name}}`;
}

/** As in VS Code and its derivatives. */
function editorVariable(name: string): string {
  return `\${env:${name}}`;
}
