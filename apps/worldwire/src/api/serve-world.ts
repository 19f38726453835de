import { openLog } from '../log/log.js';
import { LogWriter } from '../log/log-writer.js';
import { readEnvironment } from '../process/environment.js';
import { stopSignal } from '../process/stop-signal.js';
import { startServer } from '../serving/start-server.js';
import type { Worlds } from '../worlds/world-module.js';
import { readOptions, type ServeOptions } from './options.js';

const STDERR = 2;
const FLUSH_MS = 500;

/** A server that `serve()` started. */
export interface Served {
  /** The MCP endpoint of the first world. */
  readonly url: string;
  readonly endpoints: readonly { readonly world: string; readonly url: string }[];
  readonly framesUrl: string | undefined;
  /** The address of the console, and of every world at `<world>/mcp` below it. */
  readonly mainUrl: string;
  /** A new link that opens the console once. Undefined where it asks for a token, and with `noConsole`. */
  consoleLink(): string | undefined;
  /** Stops listening, waits for requests in flight, and closes the worlds. */
  close(): Promise<void>;
}

/**
 * Serves a world over HTTP, or several, each at its own port. Policy, audit, limits, Origin and Host checks are those of
 * `worldwire serve`: the server listens on loopback, and tools that write are refused until `allow` opens them.
 *
 * @example
 * const { url, close } = await serve(world, { port: 3000 });
 */
export async function serve(worlds: Worlds, options: ServeOptions = {}): Promise<Served> {
  const environment = readEnvironment();
  const settings = await readOptions(worlds, options, environment);
  const lines = new LogWriter(STDERR);
  const server = await startServer(settings, openLog(settings, lines, environment.stderr), environment);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= server.close().then(() => lines.flush(FLUSH_MS));
    return closing;
  };
  if (options.stopOnSignal) void stopSignal().then(close);
  const endpoints = server.endpoints.map(({ world, url }) => ({ world, url }));
  return {
    url: endpoints[0]?.url as string,
    endpoints,
    framesUrl: server.frames?.url,
    mainUrl: server.main.url,
    consoleLink: () => server.main.link(),
    close,
  };
}
