import { setTimeout as delay } from 'node:timers/promises';
import {
  type ClientBase,
  type ClientConfig,
  escapeIdentifier,
  Pool,
  type PoolClient,
  type QueryResultRow,
  types,
} from 'pg';
import { isRefusal } from './postgres-errors.js';

export interface PostgresOptions {
  /** The PostgreSQL schema of the tables. It is created if missing. */
  readonly schema?: string;
  /** A file with the id of the journal that was used last. If it exists, missing tables are an error and not created. */
  readonly idFile?: string | undefined;
  readonly connections?: number;
  readonly connectMs?: number;
  readonly statementMs?: number;
}

export interface Query {
  /** The name of the prepared statement. */
  readonly name: string;
  readonly text: string;
}

export type Settings = Required<PostgresOptions> & { readonly connectionString: string };

/** Added to the server's own timeout: a server that hangs does not enforce it. */
const GRACE_MS = 2_000;
/** A server that hangs does not close connections either. */
const END_TIMEOUT_MS = 1_000;
const KEEP_ALIVE_MS = 10_000;
const BIGINT = types.builtins.INT8;

export function clientConfig({ connectionString, connectMs, statementMs }: Settings): ClientConfig {
  return {
    connectionString,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + GRACE_MS,
    idle_in_transaction_session_timeout: statementMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    fallback_application_name: 'worldwire',
    types: { getTypeParser: parserOf as typeof types.getTypeParser },
  };
}

/** A pool that keeps a connection after an error of the server, and drops it after any other error. */
export class Connections {
  readonly #pool: Pool;
  /** The number of losses when each was opened. After a loss all older connections are dropped, without a timeout each. */
  readonly #generation = new WeakMap<ClientBase, number>();
  #losses = 0;

  constructor(settings: Settings) {
    const { schema, connections } = settings;
    this.#pool = new Pool({
      ...clientConfig(settings),
      max: connections,
      onConnect: async client => {
        // Without a listener, an error between two queries ends the process.
        client.on('error', () => {});
        this.#generation.set(client, this.#losses);
        await client.query(
          `SELECT set_config('search_path', $1, false),
           CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END`,
          [escapeIdentifier(schema)],
        );
      },
    });
    this.#pool.on('error', () => {});
  }

  async query<Row extends QueryResultRow>(
    query: Query,
    values: readonly unknown[],
  ): Promise<{ readonly rows: Row[]; readonly rowCount: number }> {
    return this.with(async client => {
      const { rows, rowCount } = await client.query<Row>({ ...query, values: [...values] });
      return { rows, rowCount: rowCount ?? 0 };
    });
  }

  async with<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    const client = await this.#connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      if (!isRefusal(error)) this.#losses += 1;
      client.release(!isRefusal(error) || client.getTransactionStatus() !== 'I');
      throw error;
    }
  }

  async #connect(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      if (this.#generation.get(client) === this.#losses) return client;
      client.release(true);
    }
  }

  end(): Promise<void> {
    return endWithTimeout(this.#pool.end());
  }
}

export async function endWithTimeout(end: Promise<void>): Promise<void> {
  const limit = new AbortController();
  await Promise.race([end, delay(END_TIMEOUT_MS, undefined, { signal: limit.signal, ref: false })]);
  limit.abort();
}

/** Revisions and row numbers are safe integers. */
function parserOf(type: number, format?: 'text' | 'binary'): unknown {
  return type === BIGINT ? Number : types.getTypeParser(type, format as 'text');
}
