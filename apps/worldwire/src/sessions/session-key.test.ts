import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import { createSessionKey, openSessionKey } from './session-key.js';

async function place(): Promise<string> {
  return join(await temporaryFolder(), 'sessions', 'key');
}

describe('the key of session ids', () => {
  it('is created once, for this user alone, and leaves no other file', async () => {
    const file = await place();
    const { secrets, isShared } = openSessionKey(file);
    expect([secrets.length, isShared]).toEqual([1, false]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(file, '..'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(file, '..'))).toEqual(['key']);
    expect(openSessionKey(file)).toEqual({ secrets, isShared });
  });

  it('is that of another server which created it in the same moment', async () => {
    const file = await place();
    const first = openSessionKey(file);
    const text = await readFile(file, 'utf8');
    // A server that looked before the file was there creates it as well.
    createSessionKey(file);
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(openSessionKey(file)).toEqual(first);
  });

  it('is told where other users can read it', async () => {
    const file = await place();
    openSessionKey(file);
    await chmod(file, 0o640);
    expect(openSessionKey(file).isShared).toBe(true);
  });

  it('is refused where the file is damaged, and stays as it is', async () => {
    const file = await place();
    await mkdir(join(file, '..'));
    await writeFile(file, 'short\n');
    expect(() => openSessionKey(file)).toThrow(/Line 1 has a secret of 5 bytes/);
    expect(await readFile(file, 'utf8')).toBe('short\n');
  });
});
