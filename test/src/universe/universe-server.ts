import { randomBytes } from 'node:crypto';
import { type Journal, MemoryJournal } from '@worldwire/journal';
import {
  type AuditEvent,
  DEFAULT_LIMITS,
  type Grants,
  Kernel,
  type Limits,
  Policy,
  type WebRoute,
} from '@worldwire/server';
import { type HttpListener, type HttpOptions, listenHttp } from '@worldwire/transports/http';
import { openUniverse } from '@worldwire/universe';
import { Rest } from './rest.js';

export interface UniverseServer {
  /** http://127.0.0.1:PORT, where REST begins. */
  readonly base: string;
  /** The same with /mcp. */
  readonly url: string;
  readonly port: number;
  readonly rest: Rest;
  readonly kernel: Kernel;
  readonly listener: HttpListener;
  readonly routes: readonly WebRoute[];
  readonly audits: AuditEvent[];
  readonly logged: { readonly level: string; readonly fields: object; readonly message: string }[];
  close(): Promise<void>;
}

export interface UniverseServerOptions {
  readonly journal?: Journal;
  readonly limits?: Partial<Limits>;
  readonly grants?: Grants;
  readonly http?: Partial<HttpOptions>;
}

/** The universe on a free port of this machine: the product's own parts, with its journal in the test's hand. */
export async function startUniverse(options: UniverseServerOptions = {}): Promise<UniverseServer> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const audits: AuditEvent[] = [];
  const logged: { level: string; fields: object; message: string }[] = [];
  const write = (level: string) => (fields: object, message: string) => {
    logged.push({ level, fields, message });
  };
  const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const journal = options.journal ?? new MemoryJournal();
  const { world, routes } = await openUniverse({ journal, log, now: Date.now, randomBytes });
  const kernel = new Kernel(world, {
    limits,
    policy: new Policy(world, options.grants),
    log,
    now: Date.now,
    randomBytes,
    secret: randomBytes(32),
    audit: event => audits.push(event),
  });
  const listener = await listenHttp({
    host: '127.0.0.1',
    port: 0,
    mounts: [{ path: '/mcp', kernel, routes }],
    limits,
    log,
    now: Date.now,
    ...options.http,
  });
  return {
    base: listener.url,
    url: `${listener.url}/mcp`,
    port: listener.port,
    rest: new Rest(listener.url),
    kernel,
    listener,
    routes,
    audits,
    logged,
    close: async () => {
      const closing = listener.close();
      await kernel.close();
      await closing;
    },
  };
}
