/** The stores a universe is measured with. */

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
