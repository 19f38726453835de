/** The stores a universe is measured with. */

/**
 * @typedef {object} Store
 * @property {string} label
 * @property {() => Promise<OpenStore | undefined>} open undefined where this machine has none
 * @property {string} missing what to say then
 *
 * @typedef {object} OpenStore
 * @property {string} option as `--store` takes it
 * @property {() => Promise<void>} close
 */

/** @type {Record<string, Store>} */
export const STORES = {
  sqlite: {
    label: 'SQLite',
    open: async () => ({ option: 'sqlite', close: async () => {} }),
    missing: '',
  },
  postgres: { label: 'PostgreSQL', open: openPostgres, missing: 'no PostgreSQL server on this machine' },
};

/** A database server of its own for each universe, so that the sizes do not meet in one. */
async function openPostgres() {
  const { startPostgres } = await import('@worldwire/journal/testing');
  const server = await startPostgres();
  return server && { option: server.url, close: () => server.stop() };
}
