import type { OwnEvent, OwnOffers, OwnResource, OwnTool } from '../port/own-tools.js';
import { legible, legibleLines } from '../text/legible.js';
import { legibleSchema, schemaFault } from './own-schema.js';

/** Of each kind. */
export const MAX_OFFERS = 64;
const MAX_DESCRIPTION = 1_000;
const MAX_MIME_TYPE = 100;
/** Bytes of the schemas of all tools of an engine, as JSON. */
const MAX_SCHEMAS_BYTES = 64 * 1024;
/** Warnings about one message. The rest is counted. */
const MAX_WARNINGS = 8;
const MAX_SHOWN = 60;
const NAME = /^[A-Za-z0-9_-]{1,48}$/;
const MIME_TYPE = /^[\w.+-]+\/[\w.+-]+(?:; ?charset=[\w-]+)?$/;
const ACCESSES: readonly unknown[] = ['read', 'write', 'danger'] satisfies readonly OwnTool['access'][];

export const NO_OFFERS: OwnOffers = { tools: [], resources: [], events: [] };

export interface ReadOffers {
  readonly offers: OwnOffers;
  /** Why entries were left out, for the author of the game. */
  readonly warnings: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;
type Checked<Item> = { readonly item: Item } | { readonly fault: string };

/** Reads what a game registers. An invalid entry is left out with a warning. */
export function readOffers(params: Fields): ReadOffers {
  const faults: string[] = [];
  const budget = { bytes: MAX_SCHEMAS_BYTES };
  const offers = {
    tools: listOf('tools', params.tools, faults, (entry, description) =>
      readTool(entry, description, budget),
    ),
    resources: listOf('resources', params.resources, faults, readResource),
    events: listOf('events', params.events, faults, readEvent),
  };
  const more = faults.length - MAX_WARNINGS;
  const warnings = faults
    .slice(0, MAX_WARNINGS)
    .map(fault => `left out of what the game registers: ${fault}`);
  if (more > 0) warnings.push(`left out of what the game registers: ${more} more`);
  return { offers, warnings };
}

function listOf<Item extends { readonly name: string }>(
  kind: keyof OwnOffers,
  given: unknown,
  faults: string[],
  read: (entry: Fields, description: string) => Checked<Item>,
): readonly Item[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) {
    faults.push(`${kind} must be a list`);
    return [];
  }
  const items = new Map<string, Item>();
  for (const [index, entry] of given.slice(0, MAX_OFFERS).entries()) {
    const checked = named(entry, read);
    if ('fault' in checked) faults.push(`${kind}[${index}]${checked.fault}`);
    else if (items.has(checked.item.name))
      faults.push(`${kind}[${index}].name is "${checked.item.name}" again`);
    else items.set(checked.item.name, checked.item);
  }
  if (given.length > MAX_OFFERS) {
    faults.push(`${kind} has ${given.length} entries, and those after the first ${MAX_OFFERS} are not taken`);
  }
  return [...items.values()];
}

function named<Item>(
  entry: unknown,
  read: (entry: Fields, description: string) => Checked<Item>,
): Checked<Item> {
  if (typeof entry !== 'object' || entry === null) return { fault: ' must be an object' };
  const { name, description } = entry as Fields;
  if (typeof name !== 'string' || !NAME.test(name)) {
    return { fault: `.name is ${shown(name)} and must have 1 to 48 letters, digits, "_" or "-"` };
  }
  if (typeof description !== 'string' || description.length > MAX_DESCRIPTION) {
    return { fault: ` (${name}): the description must be text of ${MAX_DESCRIPTION} characters at most` };
  }
  const checked = read(entry as Fields, legibleLines(description, MAX_DESCRIPTION));
  return 'fault' in checked ? { fault: ` (${name})${checked.fault}` } : checked;
}

function readTool(
  { name, input, access }: Fields,
  description: string,
  budget: { bytes: number },
): Checked<OwnTool> {
  if (!ACCESSES.includes(access)) {
    return { fault: `.access is ${shown(access)} and must be ${ACCESSES.join(', ')}` };
  }
  const fault = schemaFault(input);
  if (fault !== undefined) return { fault: `.input${legible(fault, MAX_DESCRIPTION)}` };
  const bytes = Buffer.byteLength(JSON.stringify(input));
  if (bytes > budget.bytes) {
    return { fault: `.input has ${bytes} bytes, and all tools may have ${MAX_SCHEMAS_BYTES} together` };
  }
  budget.bytes -= bytes;
  const tool = { name, description, input: legibleSchema(input), access } as OwnTool;
  return { item: tool };
}

function readResource({ name, mimeType }: Fields, description: string): Checked<OwnResource> {
  if (typeof mimeType !== 'string' || mimeType.length > MAX_MIME_TYPE || !MIME_TYPE.test(mimeType)) {
    return { fault: `.mimeType is ${shown(mimeType)} and must be a type such as "text/plain"` };
  }
  return { item: { name: name as string, description, mimeType } };
}

function readEvent({ name }: Fields, description: string): Checked<OwnEvent> {
  return { item: { name: name as string, description } };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(legible(value, MAX_SHOWN)) : typeof value;
}
