import { randomBytes } from 'node:crypto';
import { conformanceWorld } from '@worldwire/conformance';
import { META_CAPABILITIES, META_CLIENT, META_VERSION } from '@worldwire/protocol';
import type { Log, World } from '@worldwire/server';
import {
  type Audit,
  type AuditEvent,
  DEFAULT_LIMITS,
  type Environment,
  type Grants,
  Kernel,
  type Limits,
  Policy,
} from '@worldwire/server/internal';
import { type HttpListener, type HttpOptions, listenHttp } from '@worldwire/transports/http';

export interface TestServer {
  /** http://127.0.0.1:PORT */
  readonly base: string;
  /** The endpoint of standard clients: the same with /mcp. */
  readonly url: string;
  readonly port: number;
  readonly kernel: Kernel;
  readonly listener: HttpListener;
  readonly mounts: HttpOptions['mounts'];
  readonly audits: AuditEvent[];
  readonly logged: readonly Line[];
  close(): Promise<void>;
}

/** One log entry. */
export interface Line {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

export interface ServingOptions {
  readonly limits?: Partial<Limits>;
  readonly grants?: Grants;
  readonly now?: () => number;
  readonly http?: Partial<HttpOptions>;
  /** Further settings of the kernel. */
  readonly environment?: Partial<Environment>;
}

export interface TestServerOptions extends ServingOptions {
  readonly world?: World;
}

/** An open world, with its mount if that is not /mcp. */
export interface Opened {
  readonly world: World;
  readonly mounts?: (kernel: Kernel) => HttpOptions['mounts'];
}

export function keepingLog(): { readonly log: Log; readonly logged: readonly Line[] } {
  const logged: Line[] = [];
  const write = (level: string) => (fields: object, message: string) => {
    logged.push({ level, fields, message });
  };
  const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  return { log, logged };
}

/** A real server on a free port, with the clock and limits of the test. */
export function startServer({ world, ...options }: TestServerOptions = {}): Promise<TestServer> {
  const limits = largeAnswers(options.limits);
  return serveWorld(async () => ({ world: world ?? conformanceWorld() }), { ...options, limits });
}

/** Limits for tests of a wire, whose answers are larger than a model should get. */
export function largeAnswers(limits: Partial<Limits> = {}): Partial<Limits> {
  return { answerBytes: limits.resultBytes ?? DEFAULT_LIMITS.resultBytes, ...limits };
}

/** The same for a world that needs the log to open. */
export async function serveWorld(
  open: (log: Log) => Promise<Opened>,
  options: ServingOptions,
): Promise<TestServer> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const now = options.now ?? Date.now;
  const audits: AuditEvent[] = [];
  const keep: Audit['end'] = (intent, outcome) => void audits.push({ ...intent, ...outcome });
  const { log, logged } = keepingLog();
  const { world, mounts = kernel => [{ path: '/mcp', kernel }] } = await open(log);
  const kernel = new Kernel(world, {
    limits,
    policy: new Policy(world, options.grants),
    log,
    now,
    randomBytes,
    secret: randomBytes(32),
    audit: { begin: () => {}, end: keep, refuse: keep },
    ...options.environment,
  });
  await kernel.begin();
  const mounted = mounts(kernel);
  const listener = await listenHttp({
    host: '127.0.0.1',
    port: 0,
    mounts: mounted,
    limits,
    log,
    now,
    ...options.http,
  });
  return {
    base: listener.url,
    url: `${listener.url}/mcp`,
    port: listener.port,
    kernel,
    listener,
    mounts: mounted,
    audits,
    logged,
    close: async () => {
      const closing = listener.close();
      await kernel.close(listener.stop());
      await closing;
    },
  };
}

export const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
} as const;

/** Opens a session and returns the headers that its later requests carry. */
export async function openSession(
  url: string,
  protocolVersion = '2025-11-25',
  capabilities: object = {},
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 'open',
      method: 'initialize',
      params: { protocolVersion, capabilities, clientInfo: { name: 'test', version: '1' } },
    }),
  });
  const id = response.headers.get('mcp-session-id');
  if (response.status !== 200 || id === null) throw new Error(`initialize answered ${response.status}`);
  await response.arrayBuffer();
  return { ...JSON_HEADERS, ...headers, 'mcp-session-id': id, 'mcp-protocol-version': protocolVersion };
}

/** A request of the stateless era with all required parts. */
export function modern(
  method: string,
  params: Record<string, unknown> = {},
  options: {
    id?: string | number;
    capabilities?: object;
    name?: string;
    headers?: Record<string, string>;
  } = {},
): { method: 'POST'; headers: Record<string, string>; body: string } {
  const name = options.name ?? params.name ?? params.uri ?? params.taskId;
  const mirrored = /^(tools\/call|prompts\/get|resources\/read|tasks\/.+)$/.test(method)
    ? String(name)
    : undefined;
  return {
    method: 'POST',
    headers: {
      ...JSON_HEADERS,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(mirrored !== undefined && { 'mcp-name': mirrored }),
      ...options.headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: options.id ?? 1,
      method,
      params: {
        ...params,
        _meta: {
          [META_VERSION]: '2026-07-28',
          [META_CLIENT]: { name: 'test', version: '1' },
          [META_CAPABILITIES]: options.capabilities ?? {},
          ...(params._meta as object | undefined),
        },
      },
    }),
  };
}
