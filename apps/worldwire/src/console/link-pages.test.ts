import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { operatorFolder } from '../operator/local-server.js';
import { temporaryFolder } from '../testing/program.js';
import { LinkPages } from './link-pages.js';

const LINK = 'http://127.0.0.1:3000/#login=code';
const log = { warn() {} };

afterEach(() => void vi.useRealTimers());

describe('the page of a link', () => {
  it('leads to the link, and can be read by its user alone', async () => {
    const page = new LinkPages(await temporaryFolder(), log).write(LINK, 1_000);
    expect(await readFile(page, 'utf8')).toContain(`content="0; url=${LINK}"`);
    if (process.platform === 'win32') return;
    expect((await stat(page)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(page))).mode & 0o777).toBe(0o700);
  });

  it('has an address that cannot leave its attribute', async () => {
    const page = new LinkPages(await temporaryFolder(), log).write('http://x/"><script>', 1_000);
    expect(await readFile(page, 'utf8')).not.toContain('<script>');
  });

  it('is removed with its folder when its link expires', async () => {
    vi.useFakeTimers();
    const data = await temporaryFolder();
    const page = new LinkPages(data, log).write(LINK, 1_000);
    vi.advanceTimersByTime(999);
    expect(existsSync(page)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await readdir(operatorFolder(data))).toEqual([]);
  });

  it('is removed by close, and those of other servers of the process stay', async () => {
    const data = await temporaryFolder();
    const [first, second] = [new LinkPages(data, log), new LinkPages(data, log)];
    const [one, two] = [first.write(LINK, 1_000), second.write(LINK, 1_000)];
    first.close();
    expect([existsSync(one), existsSync(two)]).toEqual([false, true]);
    first.write(LINK, 1_000);
    expect(existsSync(two)).toBe(true);
  });

  it('of a process that was killed is removed with the next', async () => {
    const data = await temporaryFolder();
    const folder = operatorFolder(data);
    const left = [`link-999999999-a`, `link-${process.pid}-a`];
    for (const name of left) await mkdir(join(folder, name), { recursive: true });
    await mkdir(join(folder, 'other'));
    new LinkPages(data, log).write(LINK, 1_000);
    const names = await readdir(folder);
    expect(names).toHaveLength(2);
    expect(names).toContain('other');
    expect(names).toEqual(expect.not.arrayContaining(left));
  });

  it.runIf(process.platform !== 'win32')('is not removed through a link in its place', async () => {
    const data = await temporaryFolder();
    const other = await temporaryFolder();
    await writeFile(join(other, 'kept'), 'kept');
    await mkdir(operatorFolder(data));
    await symlink(other, join(operatorFolder(data), 'link-999999999-a'));
    new LinkPages(data, log).write(LINK, 1_000);
    expect(await readdir(other)).toEqual(['kept']);
  });
});
