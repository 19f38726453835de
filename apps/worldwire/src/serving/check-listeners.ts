import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { METRICS_HOST, metricsProblem } from '../metrics/metrics-listener.js';
import { ENGINE_HOST } from '../settings/frames-settings.js';
import type { Settings } from '../settings/settings.js';
import { portProblem } from './endpoint.js';
import { framesProblem } from './frames-endpoint.js';

interface Place {
  readonly host: string;
  readonly port: number;
  problem(thrown: unknown): unknown;
}

/**
 * Throws if a port of the settings cannot be opened. Before a world is opened, so that a refused start has created nothing. All are
 * open at a time, because two listeners may have one port. A port may still be taken before the server listens.
 */
export async function checkListeners(settings: Settings): Promise<void> {
  const servers: Server[] = [];
  try {
    for (const place of placesOf(settings)) servers.push(await opened(place));
  } finally {
    await Promise.all(servers.map(closed));
  }
}

/** In the order in which a start opens them. A port of 0 is any free one. */
function placesOf({ host, worlds, main, frames, metricsPort }: Settings): readonly Place[] {
  const places: Place[] = worlds.map(({ name, port }) => ({
    host,
    port,
    problem: thrown => portProblem(thrown, name, host, port),
  }));
  // Another port is taken where the default one is in use.
  if (main.world === undefined && main.named)
    places.push({ host, port: main.port, problem: thrown => portProblem(thrown, 'main', host, main.port) });
  if (frames !== undefined) {
    const { port, socket, enginePort } = frames;
    if (socket === undefined)
      places.push({ host, port, problem: thrown => framesProblem(thrown, { host, port }, 'frames') });
    if (enginePort !== undefined) {
      const at = { host: ENGINE_HOST, port: enginePort };
      places.push({ ...at, problem: thrown => framesProblem(thrown, at, 'engine') });
    }
  }
  if (metricsPort !== undefined)
    places.push({
      host: METRICS_HOST,
      port: metricsPort,
      problem: thrown => metricsProblem(metricsPort, thrown),
    });
  return places.filter(({ port }) => port !== 0);
}

async function opened({ host, port, problem }: Place): Promise<Server> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return server;
  } catch (thrown) {
    throw problem(thrown);
  }
}

async function closed(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
