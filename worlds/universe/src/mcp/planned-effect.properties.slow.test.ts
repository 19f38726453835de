import type { PlannedEffect, Steps } from '@worldwire/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandRefused, finish, KINDS, type UniverseState } from '../domain/index.js';
import { SERVER } from '../service/caller.js';
import type { SendOptions, Sent } from '../service/sent.js';
import type { Universes } from '../service/universes.js';
import { sequence, start } from '../testing/random-commands.js';
import { ANN, lab } from '../testing/service-lab.js';
import { plannedEffect } from './planned-effect.js';

const HEAVY = { heavy: <Result>(steps: Steps<Result>) => Promise.resolve(finish(steps)) };
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

const id = fc.constantFrom('a', 'b', 'c', 'd', '10', '2', 'constructor');
const removal = fc.oneof(
  fc.record({
    type: fc.constantFrom('removeStar', 'removeGroup', 'removeSmallBodyField', 'removeNebula'),
    id,
  }),
  fc.record({ type: fc.constant('removeProtoplanetaryDisk'), id }),
  fc.record({ type: fc.constant('removeRing'), planetId: id }),
  fc.constantFrom(
    { type: 'setNebulae', nebulae: [] },
    { type: 'setSmallBodyFields', fields: [] },
    { type: 'setProtoplanetaryDisks', disks: [] },
  ),
);
const few = sequence.map(commands => commands.slice(0, 10));
const one = fc.oneof(
  { weight: 1, arbitrary: removal },
  { weight: 2, arbitrary: few.map(([first]) => first ?? { type: 'tick' }) },
);
const call = fc.oneof(
  { weight: 3, arbitrary: one },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('batch'),
      commands: fc.array(one, { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('restore'), revision: fc.nat(6) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('undo'), revision: fc.nat(8), force: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('undo'), since: fc.nat(6) }) },
);
const story = fc
  .record({ before: fc.array(fc.oneof(one, call), { maxLength: 8, size: 'max' }), last: call })
  .map(given => JSON.parse(JSON.stringify(given)) as { before: object[]; last: object });

describe('the plan of a random command of a universe', () => {
  it('names what the command then changes, and nothing else', async () => {
    let [planned, removing] = [0, 0];
    await fc.assert(
      fc.asyncProperty(story, async ({ before, last }) => {
        const { universes } = await lab();
        await universes.replace('u', start().snapshot(), undefined, ANN);
        for (const command of before) await sent(universes, command, ANN);
        const plan = await sent(universes, last, { ...ANN, dryRun: true });
        if (plan === undefined) return fc.pre(false);
        const effect = await plannedEffect(plan, universes, HEAVY);
        const found = await stateOf(universes);
        await sent(universes, last, ANN);
        const changed = changesOf(found, await stateOf(universes));
        expect(named(effect)).toEqual(changed);
        planned++;
        if (changed.some(each => each.startsWith('removes'))) removing++;
      }),
      { numRuns: 200 },
    );
    expect([planned, removing > 30]).toEqual([200, true]);
  });
});

/** Sends a command, and confirms it if that is needed. Undefined if it was refused. */
async function sent(universes: Universes, command: object, options: SendOptions): Promise<Sent | undefined> {
  try {
    const first = await universes.send('u', command, options);
    if (first.digest === undefined || options.dryRun === true) return first;
    return await universes.send('u', command, { ...options, expectDigest: first.digest });
  } catch (thrown) {
    if (thrown instanceof CommandRefused || (thrown as { hint?: string }).hint !== undefined)
      return undefined;
    throw thrown;
  }
}

async function stateOf(universes: Universes): Promise<UniverseState> {
  const loaded = await universes.open('u');
  return finish((await universes.stateAt(loaded, loaded.revision, SERVER)).capture.state());
}

function named({ items }: PlannedEffect): readonly string[] {
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

/** By comparison of the whole states. The children of a body follow from their parents. */
function changesOf(before: UniverseState, after: UniverseState): readonly string[] {
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
