import { JournalUnavailable, NO_SQLITE } from '../contract/errors.js';

/** The part of node:sqlite that the journal uses. The package for older versions of Node has it too. */
export interface Database {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  function(name: string, options: { readonly varargs: true }, work: (...columns: never[]) => number): void;
  close(): void;
}

/** Rows have no prototype. A number that JavaScript cannot represent exactly is an error (see sqlite-errors.ts). */
export interface Statement {
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
  run(...parameters: unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
}

export interface Binding {
  readonly DatabaseSync: new (path: string, options?: { readonly timeout?: number }) => Database;
  /** Copies the database while other connections write to it. Resolves to the number of pages. */
  backup(source: Database, path: string, options?: { readonly rate?: number }): Promise<number>;
}

// Not a literal in import(): the package is optional and has no binaries for some platforms.
const PACKAGE: string = '@photostructure/sqlite';
const WARNING = /^SQLite is an experimental feature/;

/** Node's own SQLite from 22.16 on, otherwise a package with the same interface. */
export async function loadBinding(): Promise<Binding> {
  const builtIn = withoutWarning(() => process.getBuiltinModule('node:sqlite')) as
    | Partial<Binding>
    | undefined;
  if (builtIn?.backup !== undefined) return builtIn as Binding;
  try {
    return withCleanClose((await import(PACKAGE)) as Binding);
  } catch (cause) {
    throw noSqlite(cause);
  }
}

/**
 * The package does not finalize statements, so SQLite keeps the connection and its write-ahead log until they are garbage
 * collected. Leaving WAL mode moves everything into the file. SQLite refuses that while another connection has the file
 * open; then the other connection keeps the log.
 */
function withCleanClose({ DatabaseSync, backup }: Binding): Binding {
  class Closing extends DatabaseSync {
    override close(): void {
      try {
        this.exec('PRAGMA journal_mode = DELETE');
      } catch {}
      super.close();
    }
  }
  return { DatabaseSync: Closing, backup };
}

/** Drops Node's warning that SQLite is experimental: stderr is our log, and the operator cannot act on it. */
function withoutWarning<Result>(load: () => Result): Result {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!WARNING.test(String(warning))) emitWarning.call(process, warning, ...rest);
  }) as typeof emitWarning;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function noSqlite(cause: unknown): JournalUnavailable {
  const { version, platform, arch } = process;
  // The other lines list folders or modules.
  const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
  return new JournalUnavailable(
    `SQLite cannot be loaded by Node ${version} on ${platform} ${arch}: ${reason}. ` +
      'The data is intact. Install the dependencies again ("npm ci" in a clone) ' +
      'with this version of Node, or use Node 22.16 or newer, which has SQLite built in.',
    { cause, code: NO_SQLITE },
  );
}
