import { EngineError } from '../port/engine-error.js';
import type { EngineFeature } from '../port/operations.js';
import { legible } from '../text/legible.js';

const MAX_TEXT = 200;
const MAX_CAPABILITIES = 200;
const FIX = 'correct the greeting of the bridge; docs/links.md describes it';
const FEATURES: ReadonlySet<string> = new Set<EngineFeature>([
  'object.filters',
  'dryRun',
  'view.focus',
  'view.camera',
]);

/** `editor` for the editor of an engine, `game` for a game that runs. */
export type EngineRole = 'game' | 'editor';

/** How a bridge describes its engine when it dials in. */
export interface LinkHello {
  readonly name: string;
  readonly version: string;
  readonly project: string;
  readonly role: EngineRole;
  /** How many operations it answers. */
  readonly operations: number;
  /** Everything that it can do: operations, and features by their names in the port. */
  readonly capabilities: ReadonlySet<string>;
  /** Unique for each process of the engine. */
  readonly instance: string;
  /** Where the numbers of its objects begin, if it has been linked before. */
  readonly firstId?: number;
}

/** A bridge without an instance counts as a new process each time it dials, named by `mint`. */
export function readHello(value: unknown, mint: () => string): LinkHello {
  const hello = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const { firstId, role = 'game' } = hello;
  const capabilities = listOf(hello.capabilities);
  if (
    !Array.isArray(capabilities) ||
    capabilities.length > MAX_CAPABILITIES ||
    !capabilities.every(name => typeof name === 'string' && name.length <= MAX_TEXT)
  ) {
    throw new EngineError('invalid', 'engine.capabilities must be a list of operation names', FIX);
  }
  if (firstId !== undefined && !(Number.isSafeInteger(firstId) && (firstId as number) > 0)) {
    throw new EngineError('invalid', 'engine.firstId must be a whole number, 1 or more', FIX);
  }
  if (role !== 'game' && role !== 'editor') {
    throw new EngineError('invalid', 'engine.role must be "game" or "editor"', FIX);
  }
  return {
    name: textOf(hello, 'name'),
    version: textOf(hello, 'version'),
    project: textOf(hello, 'project'),
    role,
    instance: hello.instance === undefined ? mint() : textOf(hello, 'instance'),
    operations: operationsOf(capabilities),
    capabilities: new Set(capabilities),
    ...(firstId === undefined ? {} : { firstId: firstId as number }),
  };
}

/** A list, an object with operations for keys, or nothing. */
function listOf(capabilities: unknown): unknown {
  const isObject = typeof capabilities === 'object' && capabilities !== null;
  return isObject && !Array.isArray(capabilities) ? Object.keys(capabilities) : (capabilities ?? []);
}

function operationsOf(capabilities: readonly string[]): number {
  return new Set(capabilities.filter(name => !FEATURES.has(name))).size;
}

function textOf(hello: Record<string, unknown>, key: string): string {
  const text = hello[key];
  if (typeof text === 'string' && text !== '' && text.length <= MAX_TEXT) return legible(text, MAX_TEXT);
  throw new EngineError('invalid', `engine.${key} must be text of 1 to ${MAX_TEXT} characters`, FIX);
}
