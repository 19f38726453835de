// The server of one client: all worlds over HTTP, and what starts one over stdio.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { WORLDS } from '../matrix.mjs';

const PROGRAM = fileURLToPath(new URL('../../../apps/worldwire/bin/worldwire.js', import.meta.url));
const REVISION = '2026-07-28';
const COMMON = ['--allow', 'writes', '--log-format', 'json'];

/** Starts the worlds in a folder of their own. */
export async function startWorlds() {
  const home = await mkdtemp(join(tmpdir(), 'worldwire-clients-'));
  const env = { PATH: process.env.PATH ?? '', HOME: home };
  const args = ['serve', '--port', '0', '--json', '--data', join(home, 'served'), ...COMMON];
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let log = '';
  child.stderr.on('data', chunk => {
    log += chunk;
  });
  const urls = await addresses(child, ended, () => log);
  const stdio = world => ({
    command: process.execPath,
    args: [PROGRAM, 'stdio', world, '--data', join(home, `stdio-${world}`), ...COMMON],
    env,
  });
  return {
    home,
    targets: Object.fromEntries(
      WORLDS.map(world => [
        world,
        { http: urls[world], sse: new URL('/sse', urls[world]).href, stdio: stdio(world), home },
      ]),
    ),
    /** Ends the server and returns the errors that it logged. */
    async stop() {
      child.kill('SIGTERM');
      const [code] = await ended;
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
      const errors = log.split('\n').filter(line => /"level":"?(error|fatal|50|60)\b/.test(line));
      return code === 0 ? errors : [...errors, `the server ended with ${code}: ${log.slice(-2_000)}`];
    },
  };
}

async function addresses(child, ended, log) {
  const urls = {};
  const gone = ended.then(([code]) => {
    throw new Error(`the server ended with ${code}: ${log()}`);
  });
  gone.catch(() => {});
  const all = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const { event, world, wire, url } = JSON.parse(line);
      if (event === 'listening' && wire === 'http' && world !== undefined) urls[world] = url;
      if (WORLDS.every(name => urls[name] !== undefined)) return;
    }
  })();
  await Promise.race([all, gone]);
  // What it prints later must not fill the pipe.
  child.stdout.resume();
  return urls;
}

/** The names of the tools of each world, by a bare request. Clients must list the same. */
export async function toolsOf(targets) {
  const names = {};
  for (const [world, { http }] of Object.entries(targets)) names[world] = await listTools(http);
  return names;
}

async function listTools(url) {
  const names = [];
  const about = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'matrix', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  for (let cursor; ; ) {
    const params = { _meta: about, ...(cursor !== undefined && { cursor }) };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'mcp-protocol-version': REVISION,
        'mcp-method': 'tools/list',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params }),
    });
    const { result, error } = await response.json();
    if (result === undefined) throw new Error(`${url} refuses tools/list: ${error?.message}`);
    names.push(...result.tools.map(({ name }) => name));
    cursor = result.nextCursor;
    if (cursor === undefined) return names;
  }
}
