import { randomBytes } from 'node:crypto';
import { openEmbedded } from '@worldwire/engine/embedded';
import { type Journal, MemoryJournal } from '@worldwire/journal';
import {
  type AuditEvent,
  DEFAULT_LIMITS,
  type Grants,
  Kernel,
  type Limits,
  type Log,
  Policy,
} from '@worldwire/server';
import { type HttpListener, type HttpOptions, listenHttp } from '@worldwire/transports/http';
import { openSample, openUnreal, type UnrealSource, unrealDialect } from '@worldwire/unreal';

/** What an operator says who allows everything. */
export const ALL: Grants = { writes: true, eval: true };

export interface UnrealServer {
  /** The endpoint, http://127.0.0.1:PORT/mcp. */
  readonly url: string;
  readonly port: number;
  readonly kernel: Kernel;
  readonly listener: HttpListener;
  readonly audits: readonly AuditEvent[];
  readonly logged: readonly { readonly level: string; readonly fields: object; readonly message: string }[];
  close(): Promise<void>;
}

export interface UnrealServerOptions {
  /** In place of the sample. Closed with the server. */
  readonly sources?: (log: Log) => Promise<readonly UnrealSource[]>;
  /** Closed with the server. */
  readonly journal?: Journal;
  readonly grants?: Grants;
  readonly limits?: Partial<Limits>;
  readonly http?: Partial<HttpOptions>;
}

/** The Unreal world on a free port of this machine: the product's own parts, with the dialect, in this process. */
export async function startUnreal(options: UnrealServerOptions = {}): Promise<UnrealServer> {
  const audits: AuditEvent[] = [];
  const logged: { level: string; fields: object; message: string }[] = [];
  const write = (level: string) => (fields: object, message: string) => {
    logged.push({ level, fields, message });
  };
  const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const sources = await (options.sources ?? sample)(log);
  const journal = options.journal ?? new MemoryJournal();
  const { grants } = options;
  const mayEvaluate = grants?.eval === true && grants.readOnly !== true;
  const { world, templates } = await openUnreal({ sources, journal, log, now: Date.now, mayEvaluate });
  const kernel = new Kernel(world, {
    limits,
    policy: new Policy(world, grants),
    log,
    now: Date.now,
    randomBytes,
    secret: randomBytes(32),
    audit: event => audits.push(event),
  });
  const listener = await listenHttp({
    host: '127.0.0.1',
    port: 0,
    mounts: [{ path: '/mcp', kernel, dialect: unrealDialect(() => templates) }],
    limits,
    log,
    now: Date.now,
    ...options.http,
  });
  return {
    url: `${listener.url}/mcp`,
    port: listener.port,
    kernel,
    listener,
    audits,
    logged,
    close: async () => {
      const closing = listener.close();
      await kernel.close();
      await closing;
    },
  };
}

/** The sample, over an engine that goes with it. */
async function sample(log: Log): Promise<readonly UnrealSource[]> {
  const engine = await openEmbedded({ scene: 'Menu' });
  const source = await openSample({ engine, log, now: Date.now });
  const close = source.close.bind(source);
  source.close = async () => {
    await close();
    await engine.close();
  };
  return [source];
}
