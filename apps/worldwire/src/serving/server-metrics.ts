import type { Kernel, OpenWork } from '@worldwire/server/internal';
import type { Metrics, Reading } from '../metrics/metrics.js';
import type { OpenedWorld } from '../worlds/world-entry.js';
import type { Host } from './host.js';

/** What is read of a world that is served. */
export interface MeasuredEndpoint {
  readonly world: string;
  readonly served: { readonly kernel: Kernel };
  /** Open event streams. */
  readonly streams: number;
}

export interface MeasuredServer {
  readonly host: Pick<Host, 'approvals' | 'audit' | 'memory' | 'turns'>;
  readonly endpoints: readonly MeasuredEndpoint[];
  /** In the order of the endpoints. */
  readonly worlds: readonly Pick<OpenedWorld, 'notReady' | 'engineLink'>[];
  /** The main port, where no world has the same. */
  readonly main: { readonly streams: number } | undefined;
  /** Sessions of the console, where it is served. */
  readonly console: { readonly sessions: { readonly size: number } } | undefined;
  /** Open connections of the frames wire, where it is open. */
  readonly frames: { readonly connections: number } | undefined;
}

/** Adds the metrics of sessions, queues, memory, engines and the audit. */
export function addServerMetrics(
  metrics: Metrics,
  { host, endpoints, main, console, worlds, frames }: MeasuredServer,
): void {
  const byWorld = (read: (endpoint: MeasuredEndpoint) => number) => () =>
    endpoints.map(endpoint => [{ world: endpoint.world }, read(endpoint)] as const);
  metrics.gauge(
    'worldwire_sessions',
    'Open sessions.',
    byWorld(({ served }) => served.kernel.sessions.size),
  );
  metrics.gauge('worldwire_streams', 'Open event streams of HTTP clients.', () => [
    ...byWorld(({ streams }) => streams)(),
    ...(main === undefined ? [] : [[{ world: 'main' }, main.streams] as const]),
  ]);
  if (console !== undefined) {
    metrics.gauge('worldwire_console_sessions', 'Open sessions of the console.', () => console.sessions.size);
  }
  const calls = (waitsFor: OpenWork['waitsFor']) =>
    byWorld(({ served }) => {
      const ofClients = served.kernel.work.all().filter(({ who }) => !who.isOfConsole);
      return ofClients.filter(work => work.waitsFor === waitsFor).length;
    });
  metrics.gauge('worldwire_calls_in_flight', 'Requests of clients whose handlers run.', calls('handler'));
  metrics.gauge(
    'worldwire_calls_waiting',
    'Requests of clients that wait for a person (approval) or for an answer of their client.',
    () =>
      (['approval', 'client'] as const).flatMap(waits =>
        calls(waits)().map(([labels, count]) => [{ ...labels, for: waits }, count] as const),
      ),
  );
  metrics.gauge(
    'worldwire_tasks',
    'Tasks that run, and results that wait for their clients.',
    byWorld(({ served }) => served.kernel.tasks.size),
  );
  if (frames !== undefined) {
    metrics.gauge(
      'worldwire_frames_connections',
      'Open connections of the frames wire.',
      () => frames.connections,
    );
  }
  metrics.gauge(
    'worldwire_expensive_work_queued',
    'Expensive work that waits for its turn.',
    () => host.turns.queued,
  );
  metrics.gauge(
    'worldwire_approvals_waiting',
    'Calls that wait for the approval of a person.',
    () => host.approvals.size,
  );
  const memory = Object.entries(host.memory);
  metrics.gauge('worldwire_client_memory_bytes', 'Memory that is held for clients, by kind.', () =>
    memory.map(([kind, { total }]) => [{ kind }, total]),
  );
  metrics.gauge('worldwire_client_memory_limit_bytes', 'Limit of the memory that is held for clients.', () =>
    memory.map(([kind, { limits }]) => [{ kind }, limits.total]),
  );
  metrics.gauge(
    'worldwire_audit_refusing',
    '1 while the audit cannot be written and writes are refused.',
    () => (host.audit.refusal === undefined ? 0 : 1),
  );
  metrics.gauge(
    'worldwire_world_ready',
    '1 for a world that can answer, with its engine and its store.',
    () => readiness(endpoints, worlds),
  );
  metrics.gauge('worldwire_engines_linked', 'Game engines that are linked to the world.', () =>
    endpoints.flatMap(({ world }, index) => {
      const links = worlds[index]?.engineLink?.engines.links();
      return links === undefined ? [] : [[{ world }, links.filter(isUp).length] as const];
    }),
  );
  metrics.gauge('worldwire_engine_link_up', '1 while a game engine is linked to the world.', () =>
    endpoints.flatMap(({ world }, index) => {
      const links = worlds[index]?.engineLink?.engines.links();
      return links === undefined ? [] : [[{ world }, links.some(isUp) ? 1 : 0] as const];
    }),
  );
}

/** Other states are those of a connected engine. */
function isUp(link: { readonly status?: string }): boolean {
  return link.status !== 'waiting' && link.status !== 'lost';
}

function readiness(
  endpoints: MeasuredServer['endpoints'],
  worlds: MeasuredServer['worlds'],
): Promise<Reading> {
  return Promise.all(
    endpoints.map(async ({ world }, index) => {
      const reason = await Promise.resolve(worlds[index]?.notReady?.()).catch(() => 'failed');
      return [{ world }, reason === undefined ? 1 : 0] as const;
    }),
  );
}
