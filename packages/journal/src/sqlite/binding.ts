import { JournalUnavailable, NO_SQLITE } from '../contract/errors.js';

/** What we ask of a connection. Node's own module and the package for older versions of Node both have it. */
export interface Database {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  function(name: string, options: { readonly varargs: true }, work: (...columns: never[]) => number): void;
  close(): void;
}

/** Rows have no prototype. A number that JavaScript cannot hold exactly is an error (see failures.ts). */
export interface Statement {
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
  run(...parameters: unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
}

export interface Binding {
  readonly DatabaseSync: new (path: string, options?: { readonly timeout?: number }) => Database;
  /** Copies the database while others write to it. Resolves to its number of pages. */
  backup(source: Database, path: string, options?: { readonly rate?: number }): Promise<number>;
}

// Not a literal: it is optional, and has no binaries for some platforms.
const PACKAGE: string = '@photostructure/sqlite';
const WARNING = /^SQLite is an experimental feature/;

/** Node's own SQLite where it has all that we ask for (from 22.16 on), otherwise that of a package with the same interface. */
export async function loadBinding(): Promise<Binding> {
  const own = withoutWarning(() => process.getBuiltinModule('node:sqlite')) as Partial<Binding> | undefined;
  if (own?.backup !== undefined) return own as Binding;
  try {
    return closing((await import(PACKAGE)) as Binding);
  } catch (cause) {
    throw missing(cause);
  }
}

/**
 * The package forgets to finalize statements, so that SQLite keeps a connection open until they are collected as garbage, and
 * with it the write-ahead log. Without that mode the file alone has everything. Where another connection has the
 * file open, SQLite refuses the change, and nothing needs to be done.
 */
function closing({ DatabaseSync, backup }: Binding): Binding {
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

/** Node says once that its SQLite is experimental. The operator can do nothing about it, and stderr is our log. */
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

function missing(cause: unknown): JournalUnavailable {
  const { version, platform, arch } = process;
  // The first line: the rest lists folders or a stack of modules.
  const [reason] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
  return new JournalUnavailable(
    `SQLite cannot be loaded by Node ${version} on ${platform} ${arch}: ${reason}. ` +
      'The data is not the cause and was not touched. Install the dependencies again ("npm ci" in a clone) ' +
      'with this version of Node, or use Node 22.16 or newer, which has SQLite built in.',
    { cause, code: NO_SQLITE },
  );
}
