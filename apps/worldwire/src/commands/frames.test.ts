import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbedded } from '@worldwire/engine/embedded';
import type { FramesClient, JsonObject } from '@worldwire/protocol';
import { connectFramesUrl } from '@worldwire/transports/frames';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callTool, resultOf } from '../testing/client.js';
import { Program, run, temporaryFolder } from '../testing/program.js';

const TOKEN = 'a-token-of-some-length';

async function serve(args: readonly string[], cwd?: string) {
  const place = cwd ?? (await temporaryFolder());
  const program = new Program(['serve', ...args, '--port', '0', '--json'], {
    cwd: place,
    env: { TMPDIR: place },
  });
  const frames = JSON.parse(await program.line('stdout', '"frames"')) as { url: string; world: string };
  return { program, frames, url: await program.url() };
}

async function dial(url: string): Promise<FramesClient> {
  const client = await connectFramesUrl(url);
  onTestFinished(() => client.close());
  return client;
}

/** A bridge in front of a scene of this process. */
async function link(url: string, instance: string): Promise<FramesClient> {
  const scene = await openEmbedded();
  onTestFinished(() => scene.close());
  const { operations } = await scene.call('engine.describe', {});
  const client = await dial(url);
  client.onRequest(async (method, params) => {
    const { _meta: _, ...own } = params;
    return (await scene.call(method as 'scene.list', own)) as unknown as JsonObject;
  });
  const engine = {
    name: 'Stand-in',
    version: '1',
    project: 'Tests',
    capabilities: [...operations],
    instance,
  };
  await client.request('session.authenticate', { role: 'engine', engine });
  return client;
}

describe('serve, with the frames wire', () => {
  it('says where it is, serves the first world named, and others by name', async () => {
    const { frames } = await serve(['lighthouse', 'conformance', '--frames']);
    expect(frames).toMatchObject({ event: 'listening', world: 'lighthouse', wire: 'frames' });
    expect(frames.url).toMatch(/^tcp:\/\/127\.0\.0\.1:\d+$/);
    const first = await dial(frames.url);
    expect(await first.healthCheck()).toEqual({ status: 'ok' });
    const hello = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    expect(await first.request('initialize', hello)).toMatchObject({ serverInfo: { name: 'lighthouse' } });
    const second = await dial(frames.url);
    await second.authenticate(undefined, 'conformance');
    expect(await second.request('initialize', hello)).toMatchObject({ serverInfo: { name: 'conformance' } });
  });

  it('speaks lines, and on a unix socket, when it is told to', async () => {
    const cwd = await temporaryFolder();
    const { frames } = await serve(
      ['lighthouse', '--framing', 'newline', '--frames-socket', 'wire.sock'],
      cwd,
    );
    expect(frames.url).toBe(`unix:${join(cwd, 'wire.sock')}`);
    const client = await connectFramesUrl(frames.url, { framing: 'newline' });
    onTestFinished(() => client.close());
    expect(await client.healthCheck()).toEqual({ status: 'ok' });
  });

  it('asks for the token that HTTP asks for', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'tokens'), `ann ${TOKEN}\n`);
    await chmod(join(cwd, 'tokens'), 0o600);
    const { frames } = await serve(['lighthouse', '--frames', '--token-file', 'tokens'], cwd);
    const client = await dial(frames.url);
    await expect(client.healthCheck()).rejects.toMatchObject({ code: 1000 });
    await client.authenticate(TOKEN);
    expect(await client.healthCheck()).toEqual({ status: 'ok' });
  });

  it('is not open unless it is asked for', async () => {
    const program = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    await program.url();
    program.kill('SIGTERM');
    expect((await program.ended).stdout).not.toContain('frames');
  });

  it('names the flag to use when its port is taken', async () => {
    const { frames } = await serve(['lighthouse', '--frames']);
    const { port } = new URL(frames.url);
    const { code, stderr } = await run(['serve', 'lighthouse', '--port', '0', '--port', `frames=${port}`]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('--port frames=0') });
  });

  it.each([
    [['--framing', 'lines'], '--framing takes frames or newline'],
    [['--engine', 'unity'], '--engine takes embedded or link'],
    [['--engine-command', 'x'], 'add --engine link'],
  ])('refuses what makes no sense: %j', async (args, complaint) => {
    const { code, stderr } = await run(['serve', 'lighthouse', ...args]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(complaint) });
  });
});

describe('serve unity, with an engine that links', () => {
  it('waits for it, serves it, and says when it is gone', async () => {
    const { frames, url } = await serve(['unity', '--engine', 'link']);
    const watcher = await dial(frames.url);
    await expect(watcher.healthCheck()).rejects.toMatchObject({
      code: 1001,
      message: expect.stringContaining('the engine is waiting'),
    });
    const before = await resultOf(await callTool(url, 'ListScenes', {}));
    expect(before.structuredContent).toMatchObject({ ok: false, error: { kind: 'NotReady' } });
    const bridge = await link(frames.url, 'one');
    expect(await watcher.healthCheck()).toEqual({ status: 'ok' });
    expect(await resultOf(await callTool(url, 'GetStatus', {}))).toMatchObject({
      structuredContent: { Ready: true },
    });
    bridge.close();
    await expect
      .poll(() => watcher.healthCheck().then(String, ({ message }) => message))
      .toContain('the engine is lost');
    await link(frames.url, 'two');
    expect(await watcher.healthCheck()).toEqual({ status: 'ok' });
  });

  it('is shown by doctor', async () => {
    const { frames } = await serve(['unity', '--engine', 'link']);
    const { port } = new URL(frames.url);
    const args = ['doctor', 'unity', '--port', '0', '--port', `frames=${port}`, '--json'];
    const links = async () => {
      const { stdout } = await run(args);
      const { checks } = JSON.parse(stdout) as { checks: { check: string }[] };
      return checks.find(({ check }) => check === 'engine link');
    };
    expect(await links()).toMatchObject({ state: 'warn', message: expect.stringContaining('waiting') });
    await link(frames.url, 'one');
    expect(await links()).toMatchObject({
      state: 'ok',
      message: expect.stringMatching(/^Stand-in 1 \(Tests\) from 127\.0\.0\.1:\d+: linked/),
    });
  });
});
