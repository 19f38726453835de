import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServedWorld, World } from '@worldwire/server';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import type { WorldEntry } from './world-entry.js';
import { WORLDS } from './world-list.js';

const NAME = /^[A-Za-z][\w.-]{0,63}$/;
/** Names that --port gives to other listeners, and paths of the main port that belong to no world. */
const RESERVED = ['frames', 'engine', 'main', 'operator', 'session', 'assets', 'metrics'];
const FIRST_PORT = 3000;
const LISTS = ['tools', 'resources', 'prompts'] as const;
const EXAMPLE = "export default defineWorld({ name: 'garden', version: '1.0.0', tools: [] })";

/** One world or several, as `serve()` and the default export of a module have them. */
export type Worlds =
  | World
  | ServedWorld
  | readonly (World | ServedWorld)[]
  | Readonly<Record<string, World | ServedWorld>>;

/** Whether an argument is a file and not the name of a world. */
export function isModulePath(word: string): boolean {
  return /[/\\]|\.[cm]?[jt]s$/.test(word);
}

/** Imports a module and returns the worlds of its default export. */
export async function importWorlds(path: string, cwd: string): Promise<readonly ServedWorld[]> {
  const name = relative(cwd, path) || path;
  const found = await stat(path).catch(() => undefined);
  if (found === undefined)
    throw Problem.usage(`There is no file ${name}. Name a module that exports a world.`);
  if (found.isDirectory()) throw Problem.usage(`${name} is a folder. Name a module in it, such as world.js.`);
  const module = (await import(pathToFileURL(path).href).catch((thrown: unknown) => {
    const hint =
      codeOf(thrown) === 'ERR_MODULE_NOT_FOUND' ? ' Install its dependencies with npm install.' : '';
    throw Problem.usage(`${name} cannot be loaded. ${reasonOf(thrown)}${hint}`);
  })) as { readonly default?: unknown };
  if (module.default === undefined) {
    throw Problem.usage(`${name} has no default export. Export the world: ${EXAMPLE}.`);
  }
  return readWorlds(module.default, `The default export of ${name}`);
}

/** @param what Subject of the error message. */
export function readWorlds(value: unknown, what: string): readonly ServedWorld[] {
  if (typeof value !== 'object' || value === null) throw notAWorld(what, `it is ${kindOf(value)}`);
  if (Array.isArray(value)) return several(value, what);
  if ('world' in value) return [checked(value as ServedWorld, what)];
  if ('name' in value || 'version' in value) return [checked({ world: value as World }, what)];
  return several(Object.values(value), what);
}

/** Whether a world may have this name: neither a world of this program nor another listener has it. */
export function isFreeName(name: string): boolean {
  return !RESERVED.includes(name) && !WORLDS.some(entry => entry.name === name);
}

/** Entries for worlds that are not in the list of this program. */
export function entriesOf(worlds: readonly ServedWorld[]): readonly WorldEntry[] {
  const taken = new Set(WORLDS.filter(({ isPrivate }) => !isPrivate).map(entry => entry.defaultPort));
  const names = new Set<string>();
  let port = FIRST_PORT;
  return worlds.map(served => {
    const { name, title, description } = served.world;
    if (names.has(name)) throw Problem.usage(`Two worlds are named "${name}". Rename one of them.`);
    names.add(name);
    while (taken.has(port)) port += 1;
    return {
      name,
      summary: description ?? title ?? name,
      defaultPort: port++,
      open: async () => served,
      made: served.world,
    };
  });
}

function several(items: readonly unknown[], what: string): readonly ServedWorld[] {
  if (items.length === 0) throw notAWorld(what, 'it is empty');
  return items.flatMap((item, index) => readWorlds(item, `${what}, item ${index + 1},`));
}

function checked(served: ServedWorld, what: string): ServedWorld {
  const world: Partial<Record<keyof World, unknown>> = served.world;
  if (typeof world !== 'object' || world === null) throw notAWorld(what, '"world" is not an object');
  const { name, version } = world;
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw notAWorld(what, '"name" must be a word of letters, digits, ".", "_" and "-"');
  }
  if (typeof version !== 'string') throw notAWorld(what, '"version" must be a text, such as "1.0.0"');
  const wrong = LISTS.find(
    key => world[key] !== undefined && !Array.isArray(world[key]) && typeof world[key] !== 'function',
  );
  if (wrong !== undefined) throw notAWorld(what, `"${wrong}" must be a list`);
  if (!isFreeName(name)) {
    throw Problem.usage(
      `${what} is a world named "${name}", which is the name of a part of worldwire. Rename it.`,
    );
  }
  return served;
}

function kindOf(value: unknown): string {
  return value === null || value === undefined ? String(value) : `a ${typeof value}`;
}

function notAWorld(what: string, why: string): Problem {
  return Problem.usage(`${what} is not a world: ${why}. Example: ${EXAMPLE}.`);
}
