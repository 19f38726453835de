import { type HttpListener, listenHttp } from '@worldwire/transports/http';
import { codeOf } from '../errors/problem.js';
import type { Settings } from '../settings/settings.js';
import { below } from './below.js';
import { callableUrl } from './callable-host.js';
import { type Credentials, type MainContent, portProblem } from './endpoint.js';
import type { Host } from './host.js';

export interface MainEndpoint {
  /** The address of the console, and of `<world>/mcp`. */
  readonly url: string;
  /** Whether the default port was in use, so that a free one was taken. */
  readonly isMoved: boolean;
  readonly streams: number;
  /** Accepts no more requests. Resolves when those in flight are answered. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the main port on a listener of its own. */
export async function openMain(
  { worlds, console }: MainContent,
  settings: Settings,
  { oauth, ...credentials }: Credentials,
  shared: Host,
): Promise<MainEndpoint> {
  const { host, origins, publicHosts: hosts, main } = settings;
  const listen = (port: number): Promise<HttpListener> =>
    listenHttp({
      ...shared,
      host,
      port,
      mounts: worlds.flatMap(({ world, mounts }) => below(world, mounts)),
      origins,
      hosts,
      ...credentials,
      ...(console !== undefined && { console }),
      ...(oauth !== undefined && {
        oauth: (bound: number) => oauth.resources(undefined, worlds, settings, bound),
      }),
    });
  let isMoved = false;
  let listener: HttpListener;
  try {
    listener = await listen(main.port).catch((thrown: unknown) => {
      if (main.named || codeOf(thrown) !== 'EADDRINUSE') throw thrown;
      isMoved = true;
      return listen(0);
    });
  } catch (thrown) {
    throw portProblem(thrown, 'main', host, main.port);
  }
  oauth?.openOperator(settings, listener.port);
  const url = `${callableUrl(listener.url)}/`;
  if (isMoved)
    shared.log.warn({ port: main.port, url }, 'the main port is in use: a free one is used instead');
  return {
    url,
    isMoved,
    get streams() {
      return listener.streams;
    },
    stop: () => listener.stop(),
    close: () => listener.close(),
  };
}
