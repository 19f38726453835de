import { randomBytes, X509Certificate } from 'node:crypto';
import { Principal } from '@worldwire/server/internal';
import { type HttpOptions, LocalOperator } from '@worldwire/transports/http';
import { reasonOf } from '../errors/problem.js';
import { CONTENT_TYPE } from '../metrics/exposition.js';
import type { Metrics } from '../metrics/metrics.js';
import { announceServer } from '../operator/local-server.js';
import type { OperatedWorld } from '../operator/operated.js';
import { operatorApi } from '../operator/operator-api.js';
import type { ServerFacts } from '../operator/server-facts.js';
import type { Credentials, Endpoint } from './endpoint.js';
import type { Host } from './host.js';
import type { LoadedWorlds } from './load-worlds.js';

const TOKEN_BYTES = 32;

/** The operator's interface of a process, which all of its HTTP listeners serve. */
export interface OpenedOperator extends Required<Pick<HttpOptions, 'operator' | 'localOperator'>> {
  /** Lets commands on this machine find the server. Returns the function that ends this. */
  announce(): Promise<() => Promise<void>>;
}

/** `endpoints` grows while the server starts. */
export function openOperator(
  host: Host,
  { tokens, tls, oauth }: Credentials,
  endpoints: readonly Endpoint[],
  worlds: LoadedWorlds['worlds'],
  metrics: Metrics,
  data: string,
  consoleLink: { link(): string | undefined; page(link: string): string },
  facts: () => ServerFacts,
): OpenedOperator {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const localOperator = new LocalOperator(token);
  const operator = operatorApi({
    ...host,
    data,
    facts,
    metrics: { render: () => metrics.render(), contentType: CONTENT_TYPE },
    worlds: () => endpoints.map(endpoint => operatedWorld(endpoint, worlds)),
    principals: () => [
      ...(tokens?.principals ?? (oauth === undefined ? [Principal.LOCAL] : [])),
      localOperator.principal,
    ],
    consoleLink: who =>
      who === localOperator.principal ? { link: consoleLink.link(), page: consoleLink.page } : undefined,
  });
  return {
    operator,
    localOperator,
    async announce() {
      const [first] = endpoints as readonly [Endpoint, ...Endpoint[]];
      const { origin } = new URL(first.url);
      const fingerprint = tls && { fingerprint: new X509Certificate(tls.cert).fingerprint256 };
      try {
        return await announceServer(data, { pid: process.pid, origin, token, ...fingerprint });
      } catch (thrown) {
        host.log.warn({ reason: reasonOf(thrown) }, 'commands of the operator cannot find this server');
        return async () => {};
      }
    },
  };
}

function operatedWorld(
  { world, url, ceiling, served }: Endpoint,
  worlds: LoadedWorlds['worlds'],
): OperatedWorld {
  const opened = worlds.find(({ name }) => name === world)?.opened;
  return {
    name: world,
    url,
    ceiling,
    kernel: served.kernel,
    links: () => opened?.engineLink?.engines.links() ?? [],
    endLease: engine => opened?.engineLink?.endLease?.(engine) ?? false,
    notReady: () => opened?.notReady?.(),
  };
}
