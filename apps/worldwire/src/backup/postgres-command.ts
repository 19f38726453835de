/** The schema of the journal. */
const SCHEMA = 'worldwire';
const FILE = 'universe.dump';

/** Commands for a universe in PostgreSQL. They contain no password. */
export function dumpCommand(store: string): string {
  return `pg_dump --format=custom --schema=${SCHEMA} --file=${FILE} --dbname=${quoted(store)}`;
}

export function restoreCommand(store: string): string {
  return `pg_restore --clean --if-exists --single-transaction --dbname=${quoted(store)} ${FILE}`;
}

export function linesAbout(command: string): readonly string[] {
  return [
    `The universe is in PostgreSQL, which this command does not copy. Run: ${command}`,
    'Give the password in PGPASSWORD or ~/.pgpass.',
  ];
}

export function isPostgres(store: string): boolean {
  return /^postgres(ql)?:/.test(store);
}

function quoted(store: string): string {
  if (!URL.canParse(store)) return "'postgres://…'";
  const url = new URL(store);
  url.password = '';
  for (const name of [...url.searchParams.keys()]) {
    if (/password/i.test(name)) url.searchParams.delete(name);
  }
  return `'${url.href.replaceAll("'", '%27')}'`;
}
