import type { JsonValue } from '@worldwire/protocol';
import type { Context, PlannedEffect, PlannedItem, Steps } from '@worldwire/server';
import { type Difference, differences } from '../queries/differences.js';
import type { Sent } from '../service/sent.js';
import type { Universes } from '../service/universes.js';
import { besideEffect } from './beside-effect.js';
import { effectSentence } from './effect-sentence.js';
import { shortValue } from './shorten.js';

/** Differences of each kind of change that a plan names. More are counted. */
const MAX_NAMED = 100_000;
const HOW_TO_READ_ALL =
  'The plan is too long to name each change: a dry run with returning: "changes" and a high maxBytes lists all.';
const MAX_VALUE = 400;
const MAX_MEMBERS = 20;

const NOUNS: Readonly<Record<Difference['kind'], string>> = {
  stars: 'body',
  groups: 'group',
  belts: 'belt',
  smallBodyFields: 'small body field',
  protoplanetaryDisks: 'protoplanetary disk',
  nebulae: 'nebula',
  rings: 'ring',
  time: 'time',
  units: 'unit system',
};
const TYPES: Readonly<Record<string, string>> = { blackHole: 'black hole', lagrangePoint: 'Lagrange point' };

/** A difference with the words for it. */
export interface NamedDifference extends Difference {
  readonly name: string;
  /** "moon", in the singular. */
  readonly noun: string;
}

/** Counts all differences, and keeps some of each kind of change: first what is not below something else. */
export interface Collected {
  readonly kept: NamedDifference[];
  readonly totals: Record<Difference['what'], number>;
  /** Of each kind of change, by noun. */
  readonly nouns: Readonly<Record<Difference['what'], Map<string, number>>>;
  /** Of removals that do not go with another one. */
  tops: number;
}

/** All that a planned write would change, for the person who approves it. */
export async function plannedEffect(
  sent: Sent,
  universes: Universes,
  context: Pick<Context, 'heavy'>,
): Promise<PlannedEffect> {
  if (sent.beside !== undefined) return besideEffect(sent.id, sent.beside);
  const loaded = await universes.open(sent.id);
  const lookUp = (kind: Difference['kind'], id: string) =>
    loaded.read(universe => universe.bare(kind === 'rings' ? 'stars' : (kind as 'stars'), id));
  const collected = await context.heavy(collect(sent));
  const named = await Promise.all(
    collected.kept.map(async one => {
      const isEntity = one.entity === undefined && one.kind !== 'time' && one.kind !== 'units';
      return isEntity ? withWords(one, await lookUp(one.kind, one.id)) : one;
    }),
  );
  const items = named.map(itemOf);
  const { totals } = collected;
  const replaces = sent.changes.some(({ op }) => op === 'reset');
  const unnamed = Object.values(totals).reduce((sum, count) => sum + count, 0) - items.length;
  const notes = [...(unnamed > 0 ? [HOW_TO_READ_ALL] : []), ...sent.warnings];
  return {
    sentence: effectSentence({ ...collected, kept: named }, replaces),
    items,
    totals,
    undo: '{"type":"undo"} with the revision of the write, until a later write changes the same',
    ...(notes.length > 0 && { note: notes.join(' ') }),
  };
}

function* collect({ changes, inverse }: Sent): Steps<Collected> {
  const tops: NamedDifference[] = [];
  const below: NamedDifference[] = [];
  const rest: NamedDifference[] = [];
  const kept = { removes: 0, overwrites: 0, changes: 0, adds: 0 };
  const totals = { removes: 0, overwrites: 0, changes: 0, adds: 0 };
  const nouns = { removes: new Map(), overwrites: new Map(), changes: new Map(), adds: new Map() };
  let topCount = 0;
  for (const found of differences({ changes, inverse })) {
    if (found === undefined) {
      yield;
      continue;
    }
    const { what, entity } = found;
    const isTop = what === 'removes' && found.below !== true;
    totals[what] += 1;
    if (isTop) topCount += 1;
    const one = withWords(found, entity);
    nouns[what].set(one.noun, (nouns[what].get(one.noun) ?? 0) + 1);
    if (what === 'removes') {
      const list = isTop ? tops : below;
      if (list.length < MAX_NAMED) list.push(one);
    } else if (kept[what]++ < MAX_NAMED) rest.push(one);
  }
  return { kept: [...tops, ...below].slice(0, MAX_NAMED).concat(rest), totals, nouns, tops: topCount };
}

/** A body that is not found any more is known by its id. */
function withWords(
  found: Difference,
  entity: Readonly<Record<string, unknown>> | undefined,
): NamedDifference {
  const { name, bodyType } = entity ?? {};
  const type = found.kind === 'stars' && typeof bodyType === 'string' ? bodyType : undefined;
  return {
    ...found,
    // The state before may be large: only its words are kept.
    ...(found.entity !== undefined && { entity: {} }),
    name: typeof name === 'string' && name !== '' ? name : found.id,
    noun: type === undefined ? NOUNS[found.kind] : (TYPES[type] ?? type),
  };
}

function itemOf({ what, kind, id, name, noun, fields, left, joined }: NamedDifference): PlannedItem {
  const subject =
    kind === 'time' || kind === 'units'
      ? noun
      : kind === 'rings'
        ? `ring of ${name} (${id})`
        : `${name} (${id}, ${noun})`;
  if (fields === undefined) return { what, subject };
  const names = Object.keys(fields);
  const side = (index: 0 | 1) =>
    Object.fromEntries(names.map(field => [field, short(fields[field]?.[index])]));
  if (kind === 'time' || kind === 'units')
    return { what, subject, before: short(fields[kind]?.[0]), after: short(fields[kind]?.[1]) };
  return {
    what,
    subject,
    before: { ...side(0), ...(left !== undefined && { 'members that leave': some(left) }) },
    after: { ...side(1), ...(joined !== undefined && { 'members that join': some(joined) }) },
  };
}

function short(value: unknown): JsonValue {
  return shortValue(value ?? null, MAX_VALUE) as JsonValue;
}

function some(ids: readonly string[]): JsonValue {
  const more = ids.length - MAX_MEMBERS;
  return more <= 0 ? [...ids] : [...ids.slice(0, MAX_MEMBERS), `… ${more} more`];
}
