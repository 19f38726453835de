import type { Star } from '@worldwire/universe/sky';
import type { Schema } from '../../ui/schema-fields.js';

/** The schemas of commands, from the OpenAPI description of the server. */
export type CommandSchemas = Readonly<Record<string, Schema>>;

/** The field that has the fields of the entity. */
const PAYLOADS = ['payload', 'patch', 'disk'];
/** Lists that other commands change. */
const LEFT_OUT = new Set(['type', 'children']);
/** Refused in updates: attachStar and moveToGroup change them. */
const PARENTS = new Set(['parentId', 'parentGroupId']);
const GRAVITY = 6.6743e-20;

/** A form for a command: the fields of its payload stand beside its own, without `null` as a choice. */
export function formOf(command: Schema): Schema {
  const { properties = {}, required = [] } = command;
  const key = payloadOf(command);
  const own = Object.entries(properties).filter(([name]) => name !== key && !LEFT_OUT.has(name));
  const payload = properties[key];
  const inner = Object.entries(payload?.properties ?? {}).filter(
    ([name]) =>
      !LEFT_OUT.has(name) &&
      !(PARENTS.has(name) && isUpdate(command)) &&
      !own.some(([known]) => known === name),
  );
  return {
    type: 'object',
    properties: Object.fromEntries([...own, ...inner].map(([name, schema]) => [name, plain(schema)])),
    required: required.filter(name => own.some(([known]) => known === name)),
  };
}

/** The command that the values of its form mean. With `before`, only changed fields are sent, and null for removed ones. */
export function commandOf(
  type: string,
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
  before?: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { properties = {} } = schema;
  const command: Record<string, unknown> = { type };
  const payload: Record<string, unknown> = {};
  const key = payloadOf(schema);
  for (const [name, value] of Object.entries(values)) {
    if (name !== key && Object.hasOwn(properties, name)) command[name] = value;
    else if (JSON.stringify(value) !== JSON.stringify(before?.[name])) payload[name] = value;
  }
  const known = properties[key]?.properties ?? {};
  for (const name of Object.keys(before ?? {}))
    if (!Object.hasOwn(values, name) && Object.hasOwn(known, name) && !LEFT_OUT.has(name) && name !== 'id')
      payload[name] = null;
  return key === '' ? command : { ...command, [key]: payload };
}

/** Values to begin with for a new body: an orbit beyond the outermost satellite, at the speed that Kepler's third law asks. */
export function newBody(
  kind: 'star' | 'planet' | 'moon' | 'asteroid' | 'comet' | 'blackHole',
  parent: Star | undefined,
  outermost: number,
  id: string,
): Record<string, unknown> {
  const looks = LOOKS[kind];
  const base = { id, name: nameOf(id), bodyType: kind, ...looks };
  if (parent === undefined) return base;
  const axis = Number((outermost > 0 ? outermost * 1.4 : Math.max(parent.radius, 1) * 30).toPrecision(4));
  const speed = Number(Math.sqrt((GRAVITY * parent.mass) / axis ** 3).toPrecision(6));
  return {
    ...base,
    parentId: parent.id,
    orbitalDistance: axis,
    orbitalSpeed: speed,
    eccentricity: kind === 'comet' ? 0.7 : 0.02,
  };
}

const LOOKS = {
  star: { mass: 1.989e30, radius: 695_700, color: '#ffd27a' },
  planet: { mass: 5.97e24, radius: 6_371, color: '#6f8fd8' },
  moon: { mass: 7.35e22, radius: 1_737, color: '#c9c5bd' },
  asteroid: { mass: 9.4e20, radius: 470, color: '#8f8a84' },
  comet: { mass: 2e14, radius: 6, color: '#b9d6e4' },
  blackHole: { mass: 1.989e31, radius: 30, color: '#ffb070' },
} as const;

/** An id that the universe does not have: `planet-1`, `planet-2` … */
export function freeId(base: string, taken: (id: string) => boolean): string {
  for (let number = 1; ; number++) if (!taken(`${base}-${number}`)) return `${base}-${number}`;
}

function nameOf(id: string): string {
  return id
    .replace(
      /(^|-)([a-z])/g,
      (_, gap: string, letter: string) => `${gap === '' ? '' : ' '}${letter.toUpperCase()}`,
    )
    .replace(/-/g, ' ');
}

function isUpdate({ properties = {} }: Schema): boolean {
  return String(properties.type?.const).startsWith('update');
}

function payloadOf({ properties = {} }: Schema): string {
  return PAYLOADS.find(name => properties[name]?.properties !== undefined) ?? '';
}

/** Without the branch for null. */
function plain(schema: Schema): Schema {
  const branches = schema.anyOf?.filter(({ type }) => type !== 'null');
  const { description } = schema;
  if (branches?.length === 1) return { ...branches[0], ...(description !== undefined && { description }) };
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter(type => type !== 'null');
    return types.length === 1 ? { ...schema, type: types[0]! } : schema;
  }
  return schema;
}
