export const STORES = {
  sqlite: {
    label: 'SQLite',
    open: async () => ({ option: 'sqlite', close: async () => {} }),
    missing: '',
  },
  postgres: { label: 'PostgreSQL', open: openPostgres, missing: 'no PostgreSQL server on this machine' },
};

/** Each universe has its own database server, so that sizes do not affect each other. */
async function openPostgres() {
  const { startPostgres } = await import('@worldwire/journal/testing');
  const server = await startPostgres();
  return server && { option: server.url, close: () => server.stop() };
}
