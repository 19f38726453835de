/** A project without a server in front: as `@worldwire/unreal` reads it, or `--bytes`: its folders and the beginning of every package. */
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { announce, hasFlag, log, requestedOption } from './support/child.mjs';

/** The concurrency of the product. */
const AT_ONCE = 16;
const MAX_READ = 64 * 1024;
const PACKAGE = /\.(uasset|umap)$/;
const MAX_ITEMS = 1_000;
const { signal } = new AbortController();
const folder = requestedOption('--project');
const questions = hasFlag('--bytes') ? { list: readAll } : await questionsOfProject();
const timed = Object.entries(questions).map(([name, answer]) => [name, () => withTime(answer)]);
announce('', Object.fromEntries(timed));

async function withTime(answer) {
  const since = performance.now();
  const found = await answer();
  return { ms: performance.now() - since, found };
}

async function questionsOfProject() {
  const { openProject } = await import('@worldwire/unreal');
  const cacheFolder = requestedOption('--data');
  const source = await openProject({ folder, cacheFolder, log, now: Date.now });
  const call = (method, params) => source.call(method, params, { signal });
  const path = requestedOption('--referenced');
  const search = { query: 'PrintString', kind: 'calls', offset: 0, limit: 20 };
  return {
    async list() {
      const items = [];
      for (let cursor; ; ) {
        const page = await call('asset.list', { limit: MAX_ITEMS, ...(cursor && { cursor }) });
        items.push(...page.items);
        cursor = page.nextCursor;
        if (cursor === undefined) return items;
      }
    },
    referencers: async () => (await call('asset.references', { path })).referencers,
    search: async () => (await call('asset.search', search)).total,
  };
}

async function readAll() {
  const files = await packagesIn(join(folder, 'Content'));
  let bytes = 0;
  let next = 0;
  const reader = async () => {
    const buffer = Buffer.allocUnsafe(MAX_READ);
    while (next < files.length) {
      const handle = await open(files[next++]);
      const { bytesRead } = await handle.read(buffer, 0, MAX_READ, 0);
      await handle.close();
      bytes += bytesRead;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  return { files: files.length, bytes };
}

async function packagesIn(inside) {
  const entries = await readdir(inside, { withFileTypes: true });
  const found = entries.map(entry => {
    const path = join(inside, entry.name);
    return entry.isDirectory() ? packagesIn(path) : PACKAGE.test(path) ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}
