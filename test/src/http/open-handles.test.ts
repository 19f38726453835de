import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { within } from './until.js';

// A process exits only when no socket, timer or stream keeps it alive.
const PROGRAM = `
import { defineWorld, tool, text, WorldEvents } from '@worldwire/server';
import { Kernel, Policy, DEFAULT_LIMITS } from '@worldwire/server/internal';
import { listenHttp } from '@worldwire/transports/http';
import { randomBytes } from 'node:crypto';
import http from 'node:http';

const quiet = () => {};
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const limits = { ...DEFAULT_LIMITS, drainMs: 500 };
const world = defineWorld({
  name: 'small', version: '1.0.0', events: new WorldEvents(),
  tools: [tool({ name: 'hang', description: 'Never ends.', access: 'read', call: () => new Promise(quiet) })],
});
const kernel = new Kernel(world, { limits, policy: new Policy(world), log, now: Date.now, randomBytes, secret: randomBytes(32), audit: { begin: quiet, end: quiet, refuse: quiet } });
const listener = await listenHttp({ host: '127.0.0.1', port: 0, mounts: [{ path: '/mcp', kernel }], limits, log, now: Date.now });
const url = listener.url + '/mcp';
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } };
const opened = await fetch(url, { method: 'POST', headers, body: JSON.stringify(initialize) });
await opened.arrayBuffer();
const session = { ...headers, 'mcp-session-id': opened.headers.get('mcp-session-id') };
await new Promise(resolve => http.get(url, { headers: { ...session, accept: 'text/event-stream' }, agent: false }, resolve).on('error', quiet));
fetch(url, { method: 'POST', headers: session, body: '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"hang"}}' }).catch(quiet);
while (![...kernel.sessions].some(one => one.busy)) await new Promise(setImmediate);
process.stdout.write('ready');
const closing = listener.close();
await kernel.close();
await closing;
process.stdout.write(' closed');
`;

it('close() leaves no open handle: the process ends by itself', async () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  let errors = '';
  child.stderr.on('data', chunk => {
    errors += chunk;
  });
  try {
    const [code] = await within(once(child, 'exit'), 'the process to end by itself', 20_000);
    expect(errors).toBe('');
    expect(output).toBe('ready closed');
    expect(code).toBe(0);
  } finally {
    child.kill('SIGKILL');
  }
});
