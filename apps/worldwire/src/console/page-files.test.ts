import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import { listPageFiles } from './page-files.js';

it('reports a file that cannot be read, and reads it when it is there again', async () => {
  const folder = await temporaryFolder();
  const asset = join(folder, 'assets', 'page.js');
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<p>');
  await writeFile(asset, 'one');
  const unreadable: unknown[] = [];
  const files = await listPageFiles(folder, thrown => unreadable.push(thrown));
  await rm(asset);
  await expect(files.get('/assets/page.js')?.load()).rejects.toThrow('ENOENT');
  expect(unreadable).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
  await writeFile(asset, 'two');
  expect((await files.get('/assets/page.js')?.load())?.body.toString()).toBe('two');
  expect(unreadable).toHaveLength(1);
});
