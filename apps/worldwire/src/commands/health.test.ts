import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '@worldwire/journal/testing';
import type { FramesClient } from '@worldwire/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { closedPort } from '../testing/closed-port.js';
import { dial, serveFrames } from '../testing/frames.js';
import { Program, temporaryFolder } from '../testing/program.js';

const limit = promisify(execFile);
const noEditor = async () => ['--editor', `http://127.0.0.1:${await closedPort()}`];

/** "ok", or the code and the reason. */
async function health(client: FramesClient): Promise<string> {
  return client.healthCheck().then(
    ({ status }) => status,
    ({ code, message }) => `${code} ${message}`,
  );
}

/** What /ready and /live of a server answer. */
async function probed(url: string): Promise<string[]> {
  const answers = ['/ready', '/live'].map(async path => {
    const response = await fetch(new URL(path, url));
    return `${response.status} ${await response.text()}`;
  });
  return Promise.all(answers);
}

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

describe('the health check of a universe', () => {
  it.runIf(postgres !== undefined)(
    'fails while its database is unreachable, without other requests',
    async () => {
      const { frames, url } = await serveFrames(['universe', '--frames', '--store', postgres?.url as string]);
      const client = await dial(frames.url);
      expect(await health(client)).toBe('ok');
      await postgres?.crash();
      expect((await fetch(new URL('/health', url))).status).toBe(503);
      expect(await probed(url)).toEqual(['503 {"ok":false}', '200 {"ok":true}']);
      expect(await health(client)).toMatch(
        /^1001 Health check failed: universe: the store cannot be used: Postgre/,
      );
      await postgres?.restart();
      await expect.poll(() => health(client)).toBe('ok');
      expect((await fetch(new URL('/health', url))).status).toBe(200);
      await expect.poll(() => probed(url)).toEqual(['200 {"ok":true}', '200 {"ok":true}']);
    },
  );

  // Files that may not grow are what a full disk looks like, and only Linux can say so to a running process.
  it.runIf(process.platform === 'linux')(
    'fails while its store or the audit takes no writes, over both wires',
    async () => {
      const cwd = await temporaryFolder();
      const { frames, url, program } = await serveFrames(
        ['universe', '--frames', '--store', 'sqlite', '--data', 'kept'],
        cwd,
      );
      const files = (size: string) =>
        limit('prlimit', ['--pid', String(program.child.pid), `--fsize=${size}:`]);
      const write = async () => {
        const { status } = await fetch(new URL('/universes/sol/commands', url), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ type: 'tick' }),
        });
        return status;
      };
      const overHttp = async () => {
        const response = await fetch(new URL('/health', url));
        return { status: response.status, body: await response.json() };
      };
      const client = await dial(frames.url);
      expect(await write()).toBe(200);
      expect(await health(client)).toBe('ok');

      // The store does not fit into this, and the audit does.
      await files('4096');
      expect(await write()).toBe(503);
      expect(await health(client)).toMatch(
        /^1001 Health check failed: universe: the store cannot be used: .*disk/,
      );
      expect(await overHttp()).toEqual({
        status: 503,
        body: { ok: false, uptime: expect.any(Number), reason: expect.stringContaining('disk') },
      });
      expect(await probed(url)).toEqual(['503 {"ok":false}', '200 {"ok":true}']);

      await files('0');
      expect(await write()).toBe(503);
      expect(await health(client)).toMatch(
        /^1001 Health check failed: the audit cannot be written: file too/,
      );
      expect(await overHttp()).toEqual({
        status: 503,
        body: {
          ok: false,
          uptime: expect.any(Number),
          reason: expect.stringContaining('the audit cannot be written'),
        },
      });

      await files('unlimited');
      expect(await write()).toBe(200);
      expect(await health(client)).toBe('ok');
      expect(await overHttp()).toMatchObject({ status: 200, body: { ok: true } });
    },
  );
});

describe('the health check of an Unreal world', () => {
  it('fails while there is no more than an editor that does not answer', async () => {
    const { frames } = await serveFrames(['unreal', '--frames', ...(await noEditor())]);
    const client = await dial(frames.url);
    await expect
      .poll(() => health(client))
      .toMatch(/^1001 Health check failed: unreal: the editor is gone: ./);
  });

  it('succeeds with the files of a project, and with the sample', async () => {
    const project = await temporaryFolder();
    await writeFile(join(project, 'Small.uproject'), '{"FileVersion":3}');
    for (const flags of [[...(await noEditor()), '--project', project], []]) {
      const { frames } = await serveFrames(['unreal', '--frames', ...flags]);
      expect(await health(await dial(frames.url))).toBe('ok');
    }
  });
});

describe('the health check of several worlds', () => {
  it('names the one that is not ready, whichever is asked', async () => {
    const { frames } = await serveFrames(['lighthouse', 'unity', '--engine', 'link']);
    const client = await dial(frames.url);
    await client.authenticate(undefined, 'lighthouse');
    expect(await health(client)).toMatch(/^1001 Health check failed: unity: the engine is waiting/);
  });
});

describe('the probes of a server with tokens', () => {
  it('are answered without one, at the main port, at the port of each world and below its name', async () => {
    const tokens = join(await temporaryFolder(), 'tokens');
    await writeFile(tokens, `ann ${'a'.repeat(32)}\n`, { mode: 0o600 });
    const flags = ['--engine', 'link', '--token-file', tokens, '--port', '0', '--json'];
    const program = new Program(['serve', 'universe', 'unity', 'unreal', ...flags]);
    const addressOf = async (line: RegExp) =>
      (JSON.parse(await program.line('stdout', line)) as { url: string }).url;
    const main = await addressOf(/"wire":"console"/);
    const worlds = ['universe', 'unity', 'unreal'];
    const own = await Promise.all(
      worlds.map(world => addressOf(new RegExp(`"world":"${world}","wire":"http"`))),
    );
    const roots = [main, ...own, ...worlds.map(world => `${main}${world}/`)];
    for (const root of roots) {
      for (const path of ['health', 'live', 'ready']) {
        const response = await fetch(new URL(path, root));
        expect([root, path, response.status, await response.text()]).toEqual([
          root,
          path,
          200,
          '{"ok":true}',
        ]);
      }
      expect((await fetch(new URL('mcp', root))).status).toBe(401);
    }
  });
});
