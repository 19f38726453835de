/** Reads all folders of a project and the beginning of every package, and nothing else. */
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { announce, requestedOption } from './support/child.mjs';

/** The concurrency of the product. */
const AT_ONCE = 16;
const MAX_READ = 64 * 1024;
const PACKAGE = /\.(uasset|umap)$/;

const content = join(requestedOption('--project'), 'Content');
announce('', { list: readAll });

async function readAll() {
  const since = performance.now();
  const files = await packagesIn(content);
  let bytes = 0;
  let next = 0;
  const reader = async () => {
    const buffer = Buffer.allocUnsafe(MAX_READ);
    while (next < files.length) {
      const length = await read(files[next++], buffer);
      bytes += length;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  return { ms: performance.now() - since, files: files.length, bytes };
}

async function packagesIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const below = await Promise.all(
    entries.filter(entry => entry.isDirectory()).map(({ name }) => packagesIn(join(folder, name))),
  );
  const here = entries.filter(entry => entry.isFile() && PACKAGE.test(entry.name));
  return [...here.map(({ name }) => join(folder, name)), ...below.flat()];
}

async function read(file, buffer) {
  const handle = await open(file);
  try {
    return (await handle.read(buffer, 0, MAX_READ, 0)).bytesRead;
  } finally {
    await handle.close();
  }
}
