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
  /** The PostgreSQL schema that holds the tables. It is made where there is none. */
  readonly schema?: string;
  /** A file that has the id of the journal used last. Tables that are missing although it is there are not made anew. */
  readonly idFile?: string | undefined;
  readonly connections?: number;
  readonly connectMs?: number;
  readonly statementMs?: number;
}

export interface Query {
  /** Names a statement that each connection prepares once. */
  readonly name: string;
  readonly text: string;
}

export type Settings = Required<PostgresOptions> & { readonly connectionString: string };

/** How long after the server's own limit an answer may still arrive. A server that hangs never sends one. */
const GRACE_MS = 2_000;
/** A server that hangs does not answer a farewell either. */
const END_MS = 1_000;
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

/** A pool that keeps a connection through refusals, and lets go of it after anything else. */
export class Connections {
  readonly #pool: Pool;
  /** When each was made. Where one is lost, those made before are lost too, and are not waited for one by one. */
  readonly #generation = new WeakMap<ClientBase, number>();
  #losses = 0;

  constructor(settings: Settings) {
    const { schema, connections } = settings;
    this.#pool = new Pool({
      ...clientConfig(settings),
      max: connections,
      onConnect: async client => {
        // Without a listener a connection that breaks between two queries would end the process.
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

/** Waits for a farewell, but not for ever. */
export async function endWithTimeout(farewell: Promise<void>): Promise<void> {
  const limit = new AbortController();
  await Promise.race([farewell, delay(END_MS, undefined, { signal: limit.signal, ref: false })]);
  limit.abort();
}

/** Our bigints are revisions and row numbers, far below where a number loses digits. */
function parserOf(type: number, format?: 'text' | 'binary'): unknown {
  return type === BIGINT ? Number : types.getTypeParser(type, format as 'text');
}
