import { didYouMean } from '@worldwire/server/kit/near-matches';
import { Problem } from '../errors/problem.js';
import type { WorldEntry } from '../worlds/world-entry.js';

const MAX_PORT = 65_535;
/** Default ports of other listeners. */
const WIRES = { frames: 6400, engine: 6401, main: 3000 } as const;

/**
 * Reads `--port N` and `--port world=N`. Several worlds get the ports after N, which is the main port. Worlds without a
 * port get their default port.
 */
export function readPorts(
  given: readonly string[],
  entries: readonly Pick<WorldEntry, 'name' | 'defaultPort'>[],
): ReadonlyMap<string, number> {
  const named = readNamed(
    given,
    entries.map(({ name }) => name),
  );
  const plain = readPlain(given);
  const isOne = plain === 0 || entries.length === 1;
  const main = readWirePort(given, 'main');
  const taken = new Set([...named.values(), ...(main.named ? [main.port] : [])]);
  let last = plain ?? 0;
  const nextPort = () => {
    do last += 1;
    while (taken.has(last));
    if (last <= MAX_PORT) return last;
    throw Problem.usage(
      `--port ${plain}: the ports after it are those of the worlds, and end at ${MAX_PORT}.`,
    );
  };
  const portOf = ({ name, defaultPort }: Pick<WorldEntry, 'name' | 'defaultPort'>) =>
    named.get(name) ?? (plain === undefined ? defaultPort : isOne ? plain : nextPort());
  return new Map(entries.map(entry => [entry.name, portOf(entry)]));
}

/**
 * Reads `--port main=N`. Without it the main port is `--port N`, a free one if all worlds get free ones, or the default.
 */
export function readMainPort(
  given: readonly string[],
  worlds: readonly { readonly name: string; readonly port: number }[],
): MainPort {
  const main = readWirePort(given, 'main');
  const plain = readPlain(given);
  const isFree = worlds.every(({ port }) => port === 0);
  const found = !main.named && plain !== undefined && (worlds.length === 1 || plain !== 0);
  const chosen = found ? plain : main.named || !isFree ? main.port : 0;
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

/** `--port N`: the last one. */
function readPlain(given: readonly string[]): number | undefined {
  return given
    .filter(value => !value.includes('='))
    .map(value => readPort(value, value))
    .at(-1);
}

/** `--port world=N`. */
function readNamed(given: readonly string[], worlds: readonly string[]): ReadonlyMap<string, number> {
  const values = given.filter(value => value.includes('=') && !Object.hasOwn(WIRES, nameIn(value)));
  return new Map(
    values.map(value => {
      const [world = '', port = ''] = value.split('=', 2);
      if (worlds.includes(world)) return [world, readPort(port, value)];
      const hint = didYouMean(world, worlds);
      throw Problem.usage(
        `--port ${value}: "${world}" is not served here.${hint} Served: ${worlds.join(', ')}.`,
      );
    }),
  );
}

function nameIn(value: string): string {
  return value.slice(0, Math.max(0, value.indexOf('=')));
}

function readPort(text: string, whole: string, flag = '--port'): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= MAX_PORT) return port;
  throw Problem.usage(`${flag} ${whole}: a port is a number from 0 to ${MAX_PORT}; 0 picks a free one.`);
}
