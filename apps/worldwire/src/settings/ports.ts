import { didYouMean } from '@worldwire/server/kit/near-matches';
import { Problem } from '../errors/problem.js';
import type { WorldEntry } from '../worlds/world-entry.js';

const MAX_PORT = 65_535;
/** Default ports of other listeners. */
const WIRES = { frames: 6400, engine: 6401, main: 3000 } as const;

/** Reads `--port N` and `--port world=N`. Worlds without a port get their default port. */
export function readPorts(
  given: readonly string[],
  entries: readonly Pick<WorldEntry, 'name' | 'defaultPort'>[],
): ReadonlyMap<string, number> {
  const ports = new Map(entries.map(({ name, defaultPort }) => [name, defaultPort]));
  const worlds = [...ports.keys()];
  const named = given.filter(value => value.includes('=') && !Object.hasOwn(WIRES, nameIn(value)));
  for (const value of given) {
    if (value.includes('=')) continue;
    const port = readPort(value, value);
    if (port !== 0 && worlds.length > 1) {
      const example = `--port ${worlds[0]}=${port}`;
      throw Problem.usage(
        `--port ${port} cannot serve ${worlds.length} worlds at once. Say which: ${example}`,
      );
    }
    for (const world of worlds) ports.set(world, port);
  }
  for (const value of named) {
    const [world = '', port = ''] = value.split('=', 2);
    if (!ports.has(world)) {
      const hint = didYouMean(world, worlds);
      throw Problem.usage(
        `--port ${value}: "${world}" is not served here.${hint} Served: ${worlds.join(', ')}.`,
      );
    }
    ports.set(world, readPort(port, value));
  }
  return ports;
}

/**
 * Reads `--port main=N`. Without it the main port is that of the one world whose port `--port N` gives, a free one if all
 * worlds get free ones, or the default.
 */
export function readMainPort(
  given: readonly string[],
  worlds: readonly { readonly name: string; readonly port: number }[],
): MainPort {
  const main = readWirePort(given, 'main');
  const plain = given.findLast(value => !value.includes('='));
  const isFree = worlds.every(({ port }) => port === 0);
  const port = main.named || !isFree ? main.port : 0;
  const found = !main.named && worlds.length === 1 && plain !== undefined;
  const chosen = found ? readPort(plain, plain) : port;
  const same = chosen === 0 && worlds.length > 1 ? undefined : worlds.find(world => world.port === chosen);
  return { port: chosen, named: main.named || found, world: same?.name };
}

export interface MainPort extends WirePort {
  /** The world that has the same port: it is served at the root of the main listener too. */
  readonly world: string | undefined;
}

export interface WirePort {
  readonly port: number;
  /** Whether --port names it. */
  readonly named: boolean;
}

/** Reads `--port frames=N` or `--port engine=N`. `--port 0` holds for these ports, too. */
export function readWirePort(given: readonly string[], wire: keyof typeof WIRES): WirePort {
  const value = given.findLast(each => nameIn(each) === wire);
  if (value !== undefined) return { port: readPort(value.slice(wire.length + 1), value), named: true };
  return { port: given.includes('0') ? 0 : WIRES[wire], named: false };
}

/** Reads `--metrics-port N`. */
export function readMetricsPort(text: string | undefined): number | undefined {
  return text === undefined ? undefined : readPort(text, text, '--metrics-port');
}

function nameIn(value: string): string {
  return value.slice(0, Math.max(0, value.indexOf('=')));
}

function readPort(text: string, whole: string, flag = '--port'): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= MAX_PORT) return port;
  throw Problem.usage(`${flag} ${whole}: a port is a number from 0 to ${MAX_PORT}; 0 picks a free one.`);
}
