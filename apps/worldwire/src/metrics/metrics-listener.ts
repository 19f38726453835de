import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostCheck, type ProbedMount, Probes } from '@worldwire/transports/http';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import { CONTENT_TYPE } from './exposition.js';
import type { Metrics } from './metrics.js';

/** No token is asked for, so only this machine may connect. */
export const METRICS_HOST = '127.0.0.1';
const PATH = '/metrics';
const MAX_CONNECTIONS = 16;

export interface MetricsListener {
  readonly url: string;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves GET /metrics on loopback, and the probes of worlds, as all ports do. */
export async function listenMetrics(
  port: number,
  metrics: Pick<Metrics, 'render'>,
  worlds: readonly ProbedMount[] = [],
): Promise<MetricsListener> {
  const knowsHost = hostCheck(METRICS_HOST, []);
  const probes = new Probes(worlds, () => performance.now());
  const server = createServer(async (request, response) => {
    if (probes.take(request, response, false)) return;
    const refusal = refusalOf(request, knowsHost);
    const { status, text, headers } = refusal ?? { status: 200, text: await metrics.render() };
    const type = refusal === undefined ? CONTENT_TYPE : 'text/plain; charset=utf-8';
    response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(text),
      ...headers,
    });
    response.end(text);
  });
  server.maxConnections = MAX_CONNECTIONS;
  try {
    server.listen(port, METRICS_HOST);
    await once(server, 'listening');
  } catch (thrown) {
    throw metricsProblem(port, thrown);
  }
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${METRICS_HOST}:${bound}${PATH}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function refusalOf(
  { url, method, headers }: IncomingMessage,
  knowsHost: (header: string | undefined) => boolean,
): Answer | undefined {
  if (!knowsHost(headers.host))
    return { status: 403, text: `Unknown Host: use ${METRICS_HOST} or localhost.\n` };
  // A browser sends it for the page of another site.
  if (headers.origin !== undefined) return { status: 403, text: 'Web pages may not read the metrics.\n' };
  if (url !== PATH && !url?.startsWith(`${PATH}?`)) {
    return { status: 404, text: `There is only ${PATH} here.\n` };
  }
  if (method === 'GET') return undefined;
  return { status: 405, text: `Send GET ${PATH}.\n`, headers: { allow: 'GET' } };
}

/** Why the port cannot be opened. */
export function metricsProblem(port: number, thrown: unknown): Problem {
  const taken = codeOf(thrown) === 'EADDRINUSE';
  const why = taken ? `port ${port} on ${METRICS_HOST} is taken` : reasonOf(thrown);
  return Problem.refusal(
    'metrics port',
    `The metrics cannot be served: ${why}. Choose another with --metrics-port N, or --metrics-port 0 for a free one.`,
  );
}
