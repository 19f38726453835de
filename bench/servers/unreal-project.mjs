/** The files of a project as `@worldwire/unreal` reads them, without a server in front. */
import { openProject } from '@worldwire/unreal';
import { announce, log, requestedOption } from './support/child.mjs';

const MAX_ITEMS = 1_000;
const { signal } = new AbortController();

const source = await openProject({
  folder: requestedOption('--project'),
  cacheFolder: requestedOption('--data'),
  log,
  now: Date.now,
});
announce('', { list, referencers, search });

async function list() {
  const since = performance.now();
  const items = [];
  for (let cursor; ; ) {
    const page = await call('asset.list', { limit: MAX_ITEMS, ...(cursor && { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) return { ms: performance.now() - since, items };
  }
}

async function referencers() {
  return timed('asset.references', { path: requestedOption('--referenced') });
}

async function search() {
  return timed('asset.search', { query: 'PrintString', kind: 'calls', offset: 0, limit: 20 });
}

async function timed(method, params) {
  const since = performance.now();
  const answer = await call(method, params);
  return { ms: performance.now() - since, ...answer };
}

function call(method, params) {
  return source.call(method, params, { signal });
}
