import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { defineWorld, resource, text, tool, type World } from '@worldwire/server';
import { Kernel, DEFAULT_LIMITS as limits, Policy } from '@worldwire/server/internal';
import { listenFrames, TokenStore } from '@worldwire/transports/frames';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { lighthouseWorld } from './lighthouse.js';

const TOKEN = 'a-token-of-this-test';

async function serve(world: World = lighthouseWorld()): Promise<string> {
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const [policy, secret, now] = [new Policy(world), randomBytes(32), Date.now];
  const kernel = new Kernel(world, {
    limits,
    policy,
    log,
    now,
    randomBytes,
    secret,
    audit: { begin() {}, end() {}, refuse() {} },
  });
  const worlds = new Map([[world.name, { kernel }]]);
  const tokens = TokenStore.parse(TOKEN);
  const listener = await listenFrames({ host: '127.0.0.1', port: 0, worlds, tokens, limits, log, now });
  onTestFinished(async () => {
    await listener.close();
    await kernel.close();
  });
  return listener.url;
}

async function run(...args: readonly string[]): Promise<{ code: number; output: string; errors: string }> {
  const program = fileURLToPath(new URL('../dist/frames-client.js', import.meta.url));
  const child = spawn(process.execPath, [program, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let errors = '';
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  child.stderr.on('data', chunk => {
    errors += chunk;
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, errors };
}

describe('frames-client', () => {
  it('authenticates, looks at the harbour, and ends', async () => {
    const { code, output } = await run(await serve(), TOKEN);
    expect(output).toMatch(/^session [\w-]+, health ok\n/);
    expect(output).toContain('tools look, list_ships');
    expect(output).toContain('####');
    expect(code).toBe(0);
  });

  it('reads a resource when every tool has required arguments or writes', async () => {
    const greet = tool({
      name: 'greet',
      description: 'Greets a person.',
      access: 'read',
      input: z.object({ name: z.string() }),
      call: ({ name }) => text(`Hello, ${name}!`),
    });
    const clear = tool({
      name: 'clear',
      description: 'Clears it.',
      access: 'write',
      call: () => text('Gone.'),
    });
    const note = resource({ uri: 'notes://first', name: 'first', read: () => 'The first note.' });
    const world = defineWorld({
      name: 'notes',
      version: '1.0.0',
      tools: [greet, clear],
      resources: [note],
    });
    const { code, output, errors } = await run(await serve(world), TOKEN);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain('notes://first says\nThe first note.\n');
  });

  it('has nothing to say of an empty world', async () => {
    const { code, output, errors } = await run(
      await serve(defineWorld({ name: 'void', version: '1' })),
      TOKEN,
    );
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/world void\n$/);
  });

  it('fails with the reason when its token is wrong', async () => {
    const { code, errors } = await run(await serve(), 'wrong');
    expect(code).not.toBe(0);
    expect(errors).toContain('Authentication failed');
    expect(errors).not.toContain('    at ');
  });

  it('prints how to start a server when there is none', async () => {
    const { code, errors } = await run('unix:/nowhere/at/all');
    expect(code).toBe(1);
    expect(errors).toMatch(/^No server at unix:\/nowhere\/at\/all: .*ENOENT.*\nStart one with .*\n$/);
  });
});
