import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('../../apps/worldwire/bin/worldwire.js', import.meta.url));
const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'docs', version: '1.0.0' },
};

/** What the program lists of each public world, as a client reads it on stdio, with the access of each tool. */
export async function worldLists() {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, 'worlds', '--json']);
  return Promise.all(
    JSON.parse(stdout).worlds.map(async ({ tools, ...world }) => {
      const access = new Map(tools.map(tool => [tool.name, tool.access]));
      const lists = await clientLists(world.name);
      return {
        ...world,
        ...lists,
        tools: lists.tools.map(tool => ({ ...tool, access: access.get(tool.name) })),
      };
    }),
  );
}

async function clientLists(world) {
  const data = await mkdtemp(join(tmpdir(), 'worldwire-docs-'));
  const args = [PROGRAM, 'stdio', world, '--data', data, '--store', 'memory', '--log-level', 'error'];
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = new Promise(resolve => server.once('close', resolve));
  const replies = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const request = async (method, params) => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: method, method, params })}\n`);
    for (;;) {
      const { value, done } = await replies.next();
      if (done) throw new Error(`The world ${world} ended before it answered ${method}.`);
      const reply = JSON.parse(value);
      if (reply.id === method) return reply.result ?? {};
    }
  };
  try {
    const { capabilities } = await request('initialize', INITIALIZE);
    server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    const list = async (capability, method, field) =>
      capabilities[capability] === undefined ? [] : (await request(method, {}))[field];
    return {
      tools: await list('tools', 'tools/list', 'tools'),
      resources: await list('resources', 'resources/list', 'resources'),
      templates: await list('resources', 'resources/templates/list', 'resourceTemplates'),
      prompts: await list('prompts', 'prompts/list', 'prompts'),
    };
  } finally {
    server.stdin.end();
    await exit;
    await rm(data, { recursive: true, force: true });
  }
}
