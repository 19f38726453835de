import { heading, type Labels, type MetricType, sample } from './exposition.js';
import { Histogram } from './histogram.js';
import { WorldMeter } from './world-meter.js';

/** One value, or one for each set of labels. */
export type Reading = number | readonly (readonly [Labels, number])[];

interface ReadMetric {
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  read(): Reading | Promise<Reading>;
}

/**
 * The metrics of a process. Requests are counted as they end; everything else is read when the text is written.
 *
 * @example
 * metrics.gauge('worldwire_jobs_waiting', 'Jobs that wait for a worker.', () => jobs.size);
 */
export class Metrics {
  readonly #worlds = new Map<string, WorldMeter>();
  readonly #commits = new Map<string, Histogram>();
  readonly #read = new Map<string, ReadMetric>();

  /** The meter of a world, by the name under which it is served. */
  world(name: string): WorldMeter {
    const meter = this.#worlds.get(name) ?? new WorldMeter();
    this.#worlds.set(name, meter);
    return meter;
  }

  /** Begins to time a commit of the world's journal. The function that it returns ends it. */
  timeCommit(world: string): () => void {
    const began = performance.now();
    return () => {
      const durations = this.#commits.get(world) ?? new Histogram();
      this.#commits.set(world, durations);
      durations.observe(performance.now() - began);
    };
  }

  /** Adds a value that may rise and fall. */
  gauge(name: string, help: string, read: ReadMetric['read']): void {
    this.#add(name, { help, type: 'gauge', read });
  }

  /** Adds a count that only rises. Its name ends in `_total`. */
  counter(name: string, help: string, read: ReadMetric['read']): void {
    this.#add(name, { help, type: 'counter', read });
  }

  /** All metrics in the text format 0.0.4. A value that cannot be read is left out. */
  async render(): Promise<string> {
    const readings = await Promise.all(
      [...this.#read].map(async ([name, { help, type, read }]) => {
        try {
          return heading(name, help, type) + readingText(name, await read());
        } catch {
          return '';
        }
      }),
    );
    return [...this.#requests(), ...readings].join('');
  }

  #add(name: string, metric: ReadMetric): void {
    if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`"${name}" is not a name of a metric.`);
    if (this.#read.has(name)) throw new Error(`The metric ${name} is registered twice.`);
    this.#read.set(name, metric);
  }

  *#requests(): Generator<string> {
    yield this.#family(
      'worldwire_requests_total',
      'Requests of clients that ended, by MCP method.',
      'counter',
      (name, meter, world) =>
        each(meter.methods, (method, durations) => sample(name, { world, method }, durations.count)),
    );
    yield this.#family(
      'worldwire_errors_total',
      'Requests that ended with an error, by its kind.',
      'counter',
      (name, meter, world) => each(meter.errors, (kind, count) => sample(name, { world, kind }, count)),
    );
    yield this.#family(
      'worldwire_request_duration_seconds',
      'Duration of requests without waits for people and clients, by MCP method.',
      'histogram',
      (name, meter, world) =>
        each(meter.methods, (method, durations) => durations.samples(name, { world, method })),
    );
    yield this.#family(
      'worldwire_tool_duration_seconds',
      'Duration of calls, by tool.',
      'histogram',
      (name, meter, world) =>
        each(meter.tools, (tool, durations) => durations.samples(name, { world, tool })),
    );
    yield this.#family(
      'worldwire_http_requests_total',
      "Requests to a world's own HTTP routes, by status.",
      'counter',
      (name, meter, world) =>
        each(meter.routes, ({ method, path: route }, { statuses }) =>
          each(statuses, (status, count) =>
            sample(name, { world, method, route, status: String(status) }, count),
          ),
        ),
    );
    yield this.#family(
      'worldwire_http_request_duration_seconds',
      "Duration of requests to a world's own HTTP routes.",
      'histogram',
      (name, meter, world) =>
        each(meter.routes, ({ method, path: route }, { durations }) =>
          durations.samples(name, { world, method, route }),
        ),
    );
    yield this.#family(
      'worldwire_console_requests_total',
      'Requests of the console that ended. The other metrics of requests leave them out.',
      'counter',
      (name, meter, world) => sample(name, { world }, meter.ofConsole),
    );
    const commits = 'worldwire_journal_commit_duration_seconds';
    yield heading(commits, 'Time from a write to its durable commit.', 'histogram');
    yield each(this.#commits, (world, durations) => durations.samples(commits, { world }));
  }

  #family(
    name: string,
    help: string,
    type: MetricType,
    samples: (name: string, meter: WorldMeter, world: string) => string,
  ): string {
    return heading(name, help, type) + each(this.#worlds, (world, meter) => samples(name, meter, world));
  }
}

function each<Key, Value>(map: ReadonlyMap<Key, Value>, text: (key: Key, value: Value) => string): string {
  return Array.from(map, ([key, value]) => text(key, value)).join('');
}

function readingText(name: string, reading: Reading): string {
  if (typeof reading === 'number') return sample(name, {}, reading);
  return reading.map(([labels, value]) => sample(name, labels, value)).join('');
}
