import { didYouMean } from './near-match.js';
import { Problem } from './problem.js';
import { findWorld } from './worlds.js';

const HIGHEST = 65_535;
const FRAMES = 'frames=';
const FRAMES_PORT = 6400;

/** Reads `--port N` and `--port world=N` for the worlds that are served; the others keep their own. */
export function readPorts(given: readonly string[], worlds: readonly string[]): ReadonlyMap<string, number> {
  const ports = new Map(worlds.map(world => [world, findWorld(world).defaultPort]));
  const named = given.filter(value => value.includes('=') && !value.startsWith(FRAMES));
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

/** Reads `--port frames=N`; `named` tells whether it was there. A free port for everything means one for frames, too. */
export function readFramesPort(given: readonly string[]): { readonly port: number; readonly named: boolean } {
  const value = given.findLast(each => each.startsWith(FRAMES));
  if (value !== undefined) return { port: readPort(value.slice(FRAMES.length), value), named: true };
  return { port: given.includes('0') ? 0 : FRAMES_PORT, named: false };
}

function readPort(text: string, whole: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= HIGHEST) return port;
  throw Problem.usage(`--port ${whole}: a port is a number from 0 to ${HIGHEST}; 0 picks a free one.`);
}
