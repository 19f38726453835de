import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startUnity, type UnityServer } from './unity-server.js';

let server: UnityServer;
let path: string;
beforeAll(async () => {
  server = await startUnity();
  path = join(server.temporary, 'unity-explorer-mcp.json');
});
afterAll(() => server.close());

const PLACE = { origin: 'http://127.0.0.1:51477', port: 51_477 };

async function found(): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path, 'utf8'));
}

describe('the discovery file', () => {
  it('[UNITY-1.2] says who is here and where, and goes with the server', async () => {
    const leave = await server.listening(PLACE);
    expect(await found()).toEqual({
      pid: process.pid,
      baseUrl: PLACE.origin,
      port: PLACE.port,
      modeHints: ['streamable-http'],
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    await leave();
    expect(await readdir(server.temporary)).toEqual([]);
    await leave();
  });

  it('[UNITY-1.2] takes the place of a stale one, whatever that is', async () => {
    for (const stale of ['{"pid":1,"baseUrl":"http://127.0.0.1:1"}', 'not JSON', '']) {
      await writeFile(path, stale);
      const leave = await server.listening(PLACE);
      expect(await found()).toMatchObject({ pid: process.pid });
      await leave();
      expect(await readdir(server.temporary)).toEqual([]);
    }
  });

  it('does not follow a link that waits at its place', async () => {
    const target = join(server.folder, 'target');
    await writeFile(target, 'untouched');
    await symlink(target, path);
    const leave = await server.listening(PLACE);
    expect(await readFile(target, 'utf8')).toBe('untouched');
    expect(await found()).toMatchObject({ pid: process.pid });
    await leave();
  });

  it('is not waited for where a pipe has taken its place', async () => {
    const leave = await server.listening(PLACE);
    await rm(path);
    execFileSync('mkfifo', [path]);
    await leave();
    expect(await readdir(server.temporary)).toEqual(['unity-explorer-mcp.json']);
    await rm(path);
  });

  it('of a server that came later is left alone', async () => {
    const leave = await server.listening(PLACE);
    const later = { ...(await found()), pid: process.ppid };
    await writeFile(path, JSON.stringify(later));
    await leave();
    expect(await found()).toEqual(later);
  });
});
