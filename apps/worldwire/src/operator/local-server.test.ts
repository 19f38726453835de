import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import { announceServer, findServers, operatorFolder } from './local-server.js';

const OWN = { pid: process.pid, origin: 'http://127.0.0.1:3000', token: 'token' };

describe('a server on this machine', () => {
  it('is found by its data folder until it stops', async () => {
    const data = await temporaryFolder();
    expect(await findServers(data)).toEqual([]);
    const leave = await announceServer(data, OWN);
    expect(await findServers(data)).toEqual([OWN]);
    await leave();
    expect(await findServers(data)).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')('keeps its token from other users', async () => {
    const data = await temporaryFolder();
    await announceServer(data, OWN);
    const [name = ''] = await readdir(operatorFolder(data));
    const { mode } = await stat(join(operatorFolder(data), name));
    expect(mode & 0o777).toBe(0o600);
    expect((await stat(operatorFolder(data))).mode & 0o777).toBe(0o700);
  });

  it('is not found after a crash, and the next start removes its file', async () => {
    const data = await temporaryFolder();
    const folder = operatorFolder(data);
    await mkdir(folder);
    // Above every pid that a system gives.
    await writeFile(join(folder, '999999999-a.json'), JSON.stringify({ ...OWN, pid: 999_999_999 }));
    expect(await findServers(data)).toEqual([]);
    // A process before this one had the same pid, as in a container.
    await writeFile(join(folder, `${process.pid}-a.json`), JSON.stringify({ ...OWN, token: 'old' }));
    await announceServer(data, OWN);
    expect(await findServers(data)).toEqual([OWN]);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('may be one of several of a process', async () => {
    const data = await temporaryFolder();
    const other = { ...OWN, origin: 'http://127.0.0.1:4000' };
    const leave = await announceServer(data, OWN);
    await announceServer(data, other);
    expect(await findServers(data)).toHaveLength(2);
    await leave();
    expect(await findServers(data)).toEqual([other]);
  });
});
