import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../apps/worldwire/bin/worldwire.js', import.meta.url));
const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'docs', version: '1.0.0' },
};

/** Serves a world on stdio with all its tools and nothing stored, and runs `use` with a function that sends requests to it. */
export async function withWorld(world, use) {
  const data = await mkdtemp(join(tmpdir(), 'worldwire-docs-'));
  const quiet = ['--data', data, '--store', 'memory', '--log-level', 'error'];
  const args = [PROGRAM, 'stdio', world, '--allow', 'writes', '--allow', 'eval', ...quiet];
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = new Promise(resolve => server.once('close', resolve));
  const replies = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const request = async (method, params = {}) => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: method, method, params })}\n`);
    for (;;) {
      const { value, done } = await replies.next();
      if (done) throw new Error(`The world ${world} ended before it answered ${method}.`);
      const { id, result, error } = JSON.parse(value);
      if (id !== method) continue;
      if (error !== undefined) throw new Error(`${method} of the world ${world}: ${error.message}`);
      return result;
    }
  };
  try {
    const { capabilities } = await request('initialize', INITIALIZE);
    server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return await use(request, capabilities);
  } finally {
    server.stdin.end();
    await exit;
    await rm(data, { recursive: true, force: true });
  }
}
