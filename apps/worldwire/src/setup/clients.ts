import { join } from 'node:path';
import type { Surroundings } from '../environment.js';
import type { Launch } from './entry.js';

export interface Client {
  readonly title: string;
  /** The key of the file's root under which servers stand. */
  readonly section: 'mcpServers' | 'servers';
  /** The file for this folder, or for this user; undefined where the client has no such file. */
  file(surroundings: Surroundings, global: boolean): string | undefined;
  /** The entry as this client spells it; undefined where it cannot be said. */
  entry(launch: Launch): object | undefined;
  /** What the user does next. */
  readonly next: string;
}

/** https://code.claude.com/docs/en/mcp, https://cursor.com/docs/mcp, https://code.visualstudio.com/docs/agents/reference/mcp-configuration */
export const CLIENTS: ReadonlyMap<string, Client> = new Map<string, Client>([
  [
    'claude-code',
    {
      title: 'Claude Code',
      section: 'mcpServers',
      file: ({ cwd }, global) => (global ? undefined : join(cwd, '.mcp.json')),
      entry: launch => typed(launch, name => `\${${name}}`),
      next: 'Start claude in this folder and approve the server when it asks.',
    },
  ],
  [
    'claude-desktop',
    {
      title: 'Claude Desktop',
      section: 'mcpServers',
      file: ({ configFolder }) => join(configFolder, 'Claude', 'claude_desktop_config.json'),
      // This file is for programs to start; servers at a URL are added in the application's settings.
      entry: launch => (launch.kind === 'stdio' ? untyped(launch, editorVariable) : undefined),
      next: 'Quit Claude Desktop and start it again.',
    },
  ],
  [
    'cursor',
    {
      title: 'Cursor',
      section: 'mcpServers',
      file: ({ cwd, home }, global) => join(global ? home : cwd, '.cursor', 'mcp.json'),
      entry: launch => untyped(launch, editorVariable),
      next: 'Turn the server on in the MCP part of Cursor’s settings.',
    },
  ],
  [
    'vscode',
    {
      title: 'VS Code',
      section: 'servers',
      file: ({ cwd }, global) => (global ? undefined : join(cwd, '.vscode', 'mcp.json')),
      entry: launch => typed(launch, editorVariable),
      next: 'Run "MCP: List Servers" in VS Code and start it.',
    },
  ],
]);

/** How a client names a variable of its environment in a header. */
type Reference = (name: string) => string;

/** As VS Code does, and what was made from it. */
const editorVariable: Reference = name => `\${env:${name}}`;

function typed(launch: Launch, reference: Reference): object {
  return { type: isOldTransport(launch) ? 'sse' : launch.kind, ...untyped(launch, reference) };
}

/** At /sse a server speaks HTTP with SSE, the transport of 2024-11-05, which these clients want to be told. */
function isOldTransport(launch: Launch): boolean {
  return launch.kind === 'http' && /\/sse\/?$/.test(new URL(launch.url).pathname);
}

function untyped(launch: Launch, reference: Reference): object {
  if (launch.kind === 'stdio') return { command: launch.command, args: launch.args };
  const { url, tokenVariable } = launch;
  if (tokenVariable === undefined) return { url };
  return { url, headers: { Authorization: `Bearer ${reference(tokenVariable)}` } };
}
