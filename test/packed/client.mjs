// A server that npx starts, and a real client that uses it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';

const TOOLS = ['get_universe_state', 'list_universe_commands', 'send_universe_command'];

/** A home of its own, so that neither this user's settings nor their data play a part. */
export function environment(home) {
  return { PATH: process.env.PATH, HOME: home, WORLDWIRE_STORE: 'sqlite' };
}

/** Starts `npx worldwire serve universe` at a free port. */
export function startServer(home, variables = {}) {
  const args = ['--no', 'worldwire', 'serve', 'universe', '--port', '0', '--json'];
  return startProgram('npx', args, home, home, variables);
}

/** Starts a command in a folder that serves a world and prints its address as JSON. `stop` returns what it wrote to stderr. */
export async function startProgram(command, args, cwd, home, variables = {}) {
  // A process group of its own, which gets the signal of a Ctrl-C as in a terminal.
  const env = { ...environment(home), ...variables };
  const child = spawn(command, args, { cwd, env, detached: true, stdio: 'pipe' });
  const complaints = text(child.stderr);
  const closed = once(child, 'close');
  const url = await firstUrl(child.stdout);
  if (url === undefined) throw new Error(`The server ended before it served.\n${await complaints}`);
  // The process counts as closed when its output was read to the end.
  child.stdout.resume();
  return {
    url,
    async stop() {
      process.kill(-child.pid, 'SIGINT');
      await closed;
      await assert.rejects(fetch(url), 'The server still answers after it was stopped.');
      return complaints;
    },
  };
}

/** Initializes, lists the tools and calls one, as a client does. */
export function useServer(transport) {
  return connected(transport, async client => {
    assert.deepEqual(await namesOf(client), TOOLS);
    const result = await client.callTool({
      name: 'get_universe_state',
      arguments: { universeId: 'sol', ids: ['saturn'] },
    });
    assert.notEqual(result.isError, true);
    assert.match(JSON.stringify(result.content), /Saturn/);
  });
}

/** The names of the tools that a client sees. */
export function toolsOf(transport) {
  return connected(transport, namesOf);
}

async function connected(transport, use) {
  const client = new Client({ name: 'packed-test', version: '1.0.0' });
  await client.connect(transport);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

async function namesOf(client) {
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name).sort();
}

/** The address of the world that the server prints, or undefined when its output ends before. */
async function firstUrl(output) {
  for await (const line of createInterface({ input: output })) {
    const { url, wire } = line.startsWith('{') ? JSON.parse(line) : {};
    if (wire === 'http') return url;
  }
  return undefined;
}
