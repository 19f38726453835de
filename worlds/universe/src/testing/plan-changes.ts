import type { PlannedEffect } from '@worldwire/server';
import { KINDS, type UniverseState } from '../domain/index.js';

/** The kinds of entities by the words for them. A word that is not here is a type of body. */
const KIND_OF: Readonly<Record<string, string>> = {
  group: 'groups',
  belt: 'belts',
  'small body field': 'smallBodyFields',
  'protoplanetary disk': 'protoplanetaryDisks',
  nebula: 'nebulae',
};

interface Member {
  readonly id: string;
  readonly type: string;
}

/** The changes that a plan names, each in a form that `changesOf` has too. */
export function changesIn({ items }: Pick<PlannedEffect, 'items'>): readonly string[] {
  return items
    .map(({ what, subject }) => {
      const change = what === 'changes' || what === 'overwrites' ? 'alters' : what;
      if (subject === 'time' || subject === 'unit system') return `${change} ${subject}`;
      const ring = /^ring of .* \((.*)\)$/s.exec(subject);
      if (ring !== null) return `${change} rings/${ring[1]}`;
      const [, found, noun] = /\(([^(),]*), ([^(),]*)\)$/.exec(subject) ?? [];
      return `${change} ${KIND_OF[String(noun)] ?? 'stars'}/${found}`;
    })
    .sort();
}

/** What differs between two states, by comparison of all that they have. The children of a body follow from their parents. */
export function changesOf(before: UniverseState, after: UniverseState): readonly string[] {
  const found: string[] = [];
  if (before.time !== after.time) found.push('alters time');
  const isHere = (state: UniverseState, { id: child, type }: Member) =>
    Object.hasOwn(type === 'group' ? state.groups : state.stars, child);
  for (const kind of KINDS) {
    const [old, now] = [before[kind], after[kind]] as unknown as Record<string, Record<string, unknown>>[];
    for (const key of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])) {
      const [was, is] = [own(old, key), own(now, key)];
      if (is === undefined) found.push(`removes ${kind}/${key}`);
      else if (was === undefined) found.push(`adds ${kind}/${key}`);
      else {
        const rings = [was.ring ?? null, is.ring ?? null];
        const isRing = kind === 'stars' && rings.includes(null) && rings.some(ring => ring !== null);
        if (isRing) found.push(`${rings[0] === null ? 'adds' : 'removes'} rings/${key}`);
        const kept = (entity: Record<string, unknown>) => {
          const { children, ring, ...rest } = entity;
          const fields = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
          const members =
            kind === 'groups' && Array.isArray(children)
              ? (children as Member[])
                  .filter(child => isHere(before, child) && isHere(after, child))
                  .map(({ id: child, type }) => `${type}/${child}`)
              : [];
          return JSON.stringify([fields.sort(), members.sort(), isRing ? null : (ring ?? null)]);
        };
        if (kept(was) !== kept(is)) found.push(`alters ${kind}/${key}`);
      }
    }
  }
  return found.sort();
}

function own(record: Record<string, Record<string, unknown>> | undefined, key: string) {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
