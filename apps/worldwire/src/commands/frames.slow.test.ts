import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectFramesUrl } from '@worldwire/transports/frames';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callTool, resultOf } from '../testing/client.js';
import { dial, join as joinAs, link, serveFrames as serve, TLS_FLAGS } from '../testing/frames.js';
import { Program, run, temporaryFolder } from '../testing/program.js';

const TOKEN = 'a-token-of-some-length';

describe('serve, with the frames wire', () => {
  it('prints its address, serves the first world by default, and others by name', async () => {
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

  it('serves lines, and a unix socket, when configured', async () => {
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

  it('requires the token that HTTP requires', async () => {
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
    [['--engine-env', 'X'], 'add --engine-command COMMAND'],
    [['--port', 'engine=1'], 'add --engine link'],
    [['--framing', 'frames'], 'open it with --frames'],
    [['--framing', 'newline'], 'open it with --frames'],
    [['--frames-socket', 'wire.sock', '--port', 'frames=0'], 'leave out --port frames=N'],
  ])('refuses what makes no sense: %j', async (args, complaint) => {
    const { code, stderr } = await run(['serve', 'lighthouse', ...args]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(complaint) });
  });
});

describe('serve unity, with an engine that links', () => {
  it('waits for the engine, serves it, and reports its loss', async () => {
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

  it('reports invalid answers of the bridge for every kind of tool', async () => {
    const { frames, url } = await serve(['unity', '--engine', 'link']);
    await joinAs(frames.url, { instance: 'one', capabilities: [] }, {}, () => ({ not: 'this' }));
    const calls: [string, object, string][] = [
      ['ListScenes', {}, 'scene.list'],
      ['GetObject', { id: 'obj:1' }, 'object.get'],
      ['ListChildren', { objectId: 'obj:1' }, 'object.get'],
      ['ReadComponentMember', { objectId: 'obj:1', componentType: 'T', name: 'n' }, 'member.read'],
      ['GetCameraInfo', {}, 'camera.get'],
      ['MousePick', { mode: 'world' }, 'pick.world'],
      ['Screenshot', {}, 'view.capture'],
    ];
    for (const [tool, args, operation] of calls) {
      const { isError, structuredContent } = await resultOf(await callTool(url, tool, args));
      expect({ tool, isError, ...structuredContent }).toMatchObject({
        isError: true,
        error: {
          kind: 'Internal',
          message: expect.stringContaining(`The bridge sent an invalid answer to ${operation}: result`),
          hint: expect.stringContaining('Update the bridge'),
        },
      });
    }
  });

  it.each([
    ['TLS', TLS_FLAGS],
    ['lines', ['--framing', 'newline']],
    ['a unix socket', ['--frames-socket', 'wire.sock']],
  ])('lets a bridge that speaks plain frames dial a port of its own beside %s', async (_what, flags) => {
    const { frames, listening, program } = await serve(['unity', '--engine', 'link', ...flags]);
    const engines = await listening('engines');
    expect(engines).toMatchObject({
      world: 'unity',
      url: expect.stringMatching(/^tcp:\/\/127\.0\.0\.1:\d+$/),
    });
    expect(engines.url).not.toBe(frames.url);
    const client = await dial(engines.url);
    await expect(client.request('tools/list')).rejects.toMatchObject({ code: 1000 });
    await link(engines.url, 'one');
    expect(await program.line('stderr', '"linked"')).toContain('Stand-in');
    program.kill('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0 });
  });

  it('accepts an engine over TLS, and requires a token at both ports', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'tokens'), `ann ${TOKEN}\n`, { mode: 0o600 });
    const args = ['unity', '--engine', 'link', '--token-file', 'tokens', ...TLS_FLAGS];
    const { frames, listening } = await serve(args, cwd);
    expect(frames.url).toMatch(/^tls:/);
    const engines = await listening('engines');
    await expect(link(engines.url, 'one')).rejects.toMatchObject({ code: 1000 });
    const tls = { rejectUnauthorized: false };
    const secure = await link(frames.url, 'one', { token: TOKEN, tls });
    const client = await dial(engines.url);
    await expect(client.authenticate(TOKEN)).rejects.toMatchObject({ code: -32602 });
    const watcher = await connectFramesUrl(frames.url, { tls });
    onTestFinished(() => watcher.close());
    await watcher.authenticate(TOKEN);
    expect(await watcher.healthCheck()).toEqual({ status: 'ok' });
    secure.close();
    await expect
      .poll(() => watcher.healthCheck().then(String, ({ message }) => message))
      .toContain('the engine is lost');
    await link(engines.url, 'one', { token: TOKEN });
    expect(await watcher.healthCheck()).toEqual({ status: 'ok' });
  });

  it('passes the address to the engine that it starts', async () => {
    const tell = 'echo "place $WORLDWIRE_HOST $WORLDWIRE_PORT"; sleep 60';
    const flags = ['--engine', 'link', '--engine-command', tell, '--log-level', 'debug', ...TLS_FLAGS];
    const { listening, program } = await serve(['unity', ...flags]);
    const { hostname, port } = new URL((await listening('engines')).url);
    expect(await program.line('stderr', 'place ')).toContain(`place ${hostname} ${port}`);
    program.kill('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0 });
  });

  it('gives the engine that it starts no secrets, and the variables that are named', async () => {
    const cwd = await temporaryFolder();
    const tell = 'env | while read -r line; do echo "env $line"; done; echo "env over"; sleep 60';
    const engine = ['--engine', 'link', '--engine-command', tell, '--engine-env', 'SCENE_NAME'];
    const env = {
      WORLDWIRE_UNREAL_PASSPHRASE: 'secret-passphrase',
      PGPASSWORD: 'secret-password',
      SCENE_NAME: 'harbour',
      TMPDIR: cwd,
    };
    const args = ['serve', 'unity', '--port', '0', '--json', '--log-level', 'debug', ...engine];
    const program = new Program(args, { cwd, env });
    await program.line('stderr', 'env over');
    program.kill('SIGTERM');
    const { stderr } = await program.ended;
    expect(stderr).toContain('env SCENE_NAME=harbour');
    expect(stderr).toContain(`env HOME=${cwd}`);
    expect(stderr).not.toContain('secret-');
    expect(stderr).not.toContain('env WORLDWIRE_STORE');
  });

  it('names the flag to use when the port for engines is taken, or makes no sense', async () => {
    const { frames } = await serve(['unity', '--engine', 'link']);
    const taken = ['--port', '0', '--port', `engine=${new URL(frames.url).port}`];
    const twice = await run(['serve', 'unity', '--engine', 'link', ...taken, ...TLS_FLAGS]);
    expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining('--port engine=0') });
    const plain = await run(['serve', 'unity', '--engine', 'link', ...taken]);
    expect(plain).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('here engines dial --port frames=N'),
    });
  });
});
