import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileBytes, openPackage } from '../index.js';
import { fixturePath } from '../testing/index.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uasset-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('FileBytes', () => {
  it('reads any part of a file', async () => {
    const path = join(folder, 'some');
    await writeFile(path, Uint8Array.of(1, 2, 3, 4, 5));
    const source = await FileBytes.open(path);
    expect(source.size).toBe(5);
    expect([...(await source.read(1, 3))]).toEqual([2, 3, 4]);
    expect([...(await source.read(5, 0))]).toEqual([]);
    await source.close();
  });

  it('gives less when the file has become shorter', async () => {
    const path = join(folder, 'some');
    await writeFile(path, Uint8Array.of(1, 2, 3, 4, 5));
    const source = await FileBytes.open(path);
    await truncate(path, 2);
    expect([...(await source.read(0, 5))]).toEqual([1, 2]);
    await expect(openPackage(source)).rejects.toMatchObject({ name: 'PackageError', kind: 'malformed' });
    await source.close();
  });

  it('passes on that there is no such file', async () => {
    await expect(FileBytes.open(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('opens a package from a file', async () => {
    const source = await FileBytes.open(fixturePath('ue-shed/Input/IA_Jump.uasset'));
    expect((await openPackage(source)).exports[0]?.className).toBe('InputAction');
    await source.close();
  });
});
