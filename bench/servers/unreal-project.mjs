/** The files of a project as `@worldwire/unreal` reads them, without a server in front. */
import { openProject } from '@worldwire/unreal';
import { announce, requestedOption } from './support/child.mjs';
import { log } from './support/worldwire-echo.mjs';

const MAX_ITEMS = 1_000;
const { signal } = new AbortController();

const source = await openProject({
  folder: requestedOption('--project'),
  cacheFolder: requestedOption('--data'),
  log,
  now: Date.now,
});
announce('', {}, { list, referencers, search });

async function list() {
  const since = performance.now();
  const items = [];
  let cursor;
  do {
    const page = await source.call('asset.list', { limit: MAX_ITEMS, ...(cursor && { cursor }) }, { signal });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { ms: performance.now() - since, items };
}

async function referencers() {
  const since = performance.now();
  const { referencers } = await source.call(
    'asset.references',
    { path: requestedOption('--referenced') },
    { signal },
  );
  return { ms: performance.now() - since, referencers };
}

async function search() {
  const since = performance.now();
  const params = { query: 'PrintString', kind: 'calls', offset: 0, limit: 20 };
  const { total } = await source.call('asset.search', params, { signal });
  return { ms: performance.now() - since, total };
}
