import { CommandRefused } from '../model/command-refused.js';
import type { Kind } from '../model/state.js';
import type { Store } from '../model/store.js';
import { slug } from './slug.js';

/** "$1": the id that the first command of the batch created. */
const REFERENCE = /^\$(\d{1,4})$/;
/** Fields that have an id, at the top of a command or in one of its parts. */
const ID_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'childId',
  'parentId',
  'planetId',
  'groupId',
  'targetGroupId',
  'parentGroupId',
  'hostStarId',
  'centralStarId',
  'systemId',
]);
const PARTS: ReadonlySet<string> = new Set(['payload', 'patch', 'child', 'disk']);

type Fields = Readonly<Record<string, unknown>>;

/** Commands that create one entity, and where they have its id and its name. */
const CREATING: Readonly<
  Record<string, { readonly kind: Kind; readonly named: string; readonly in?: 'disk' }>
> = {
  addStar: { kind: 'stars', named: 'payload' },
  addGroup: { kind: 'groups', named: 'payload' },
  addProtoplanetaryDisk: { kind: 'protoplanetaryDisks', named: 'disk', in: 'disk' },
};

/**
 * A command of a batch, with the ids that earlier commands created, and with an id of its own if it creates an entity and has
 * none: its name in lower case, with a number if the id is taken.
 */
export function withBatchIds(
  value: unknown,
  created: readonly (string | undefined)[],
  store: Store,
): unknown {
  if (!isPlain(value)) return value;
  const command = replaced(value, created);
  const creating = CREATING[String(command.type)];
  if (creating === undefined) return command;
  const owner = creating.in === undefined ? command : command[creating.in];
  if (!isPlain(owner) || owner.id !== undefined) return command;
  const payload = command[creating.named];
  const named = isPlain(payload) ? (payload.id ?? payload.name) : undefined;
  if (typeof named !== 'string') return command;
  const id = freeId(named, creating.kind, store);
  return creating.in === undefined ? { ...command, id } : { ...command, [creating.in]: { ...owner, id } };
}

/** The id of the entity that a command creates. */
export function createdId(value: unknown): string | undefined {
  if (!isPlain(value)) return undefined;
  const creating = CREATING[String(value.type)];
  if (creating === undefined) return undefined;
  const owner = creating.in === undefined ? value : value[creating.in];
  return isPlain(owner) && typeof owner.id === 'string' ? owner.id : undefined;
}

function freeId(name: string, kind: Kind, store: Store): string {
  const base = slug(name);
  let id = base;
  for (let number = 2; store.has(kind, id); number++) id = `${base}-${number}`;
  return id;
}

function replaced(fields: Fields, created: readonly (string | undefined)[]): Fields {
  const next: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(fields)) {
    if (PARTS.has(name) && isPlain(value)) next[name] = replaced(value, created);
    if (!ID_FIELDS.has(name) || typeof value !== 'string') continue;
    const match = REFERENCE.exec(value);
    if (match !== null) next[name] = referenced(Number(match[1]), created);
  }
  return next;
}

function referenced(number: number, created: readonly (string | undefined)[]): string {
  const id = created[number - 1];
  if (id !== undefined) return id;
  const known = created.flatMap((one, index) => (one === undefined ? [] : [`$${index + 1} is "${one}"`]));
  throw new CommandRefused(
    'unknown',
    `"$${number}" is not the id of an entity that an earlier command of the batch created.`,
    `$1 is the first command. ${known.length === 0 ? 'No command before this one created an entity' : known.slice(-5).join(', ')}. Ids that you give to new entities can be used directly.`,
  );
}

function isPlain(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
