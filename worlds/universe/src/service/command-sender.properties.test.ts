import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandRefused, finish, Universe, type UniverseState } from '../domain/index.js';
import { problemsOf } from '../domain/model/invariants.js';
import { stateSchema } from '../domain/schemas/state-schema.js';
import { sequence, start } from '../testing/random-commands.js';
import { ANN, lab } from '../testing/service-lab.js';
import { SERVER } from './caller.js';
import type { SendOptions, Sent } from './sent.js';
import type { Universes } from './universes.js';

const few = sequence.map(commands => commands.slice(0, 12));
const form = fc.oneof(
  { weight: 4, arbitrary: few.map(commands => commands[0] ?? { type: 'tick' }) },
  { weight: 4, arbitrary: few.map(commands => ({ type: 'batch', commands: commands.slice(0, 4) })) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('undo'), revision: fc.nat(9), force: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('undo'), since: fc.nat(9), mine: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('restore'), revision: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('generate'),
      kind: fc.constantFrom('cluster', 'galaxy', 'system'),
      count: fc.integer({ min: 1, max: 6 }),
      seed: fc.nat(20),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'generate', kind: 'belt', count: 5, seed: 3, parentId: 'a' }) },
);
const forms = fc
  .array(form, { maxLength: 14, size: 'max' })
  .map(given => JSON.parse(JSON.stringify(given)) as object[]);

async function stateOf(universes: Universes): Promise<UniverseState> {
  const loaded = await universes.open('u');
  return finish((await universes.stateAt(loaded, loaded.revision, SERVER)).capture.state());
}

async function begun() {
  const made = await lab();
  await made.universes.replace('u', start().snapshot(), undefined, ANN);
  return made;
}

/** Sends a form, and confirms it if that is needed. Undefined if it was refused. */
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

describe('any sequence of forms', () => {
  it('keeps every invariant, has dense revisions, and is repeated by the log', async () => {
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(forms, async commands => {
        const { universes, journal } = await begun();
        let last = 1;
        for (const [index, command] of commands.entries()) {
          const before = await stateOf(universes);
          const done = await sent(universes, command, { principal: index % 2 === 0 ? 'ann' : 'bob' });
          const state = await stateOf(universes);
          if (done === undefined) {
            expect(JSON.stringify(state)).toBe(JSON.stringify(before));
            continue;
          }
          applied++;
          expect(done.revision).toBe(++last);
          expect(problemsOf(state)).toEqual([]);
          expect(stateSchema.safeParse(state).error).toBeUndefined();
        }
        const newest = JSON.stringify(await stateOf(universes));
        const entries = await journal.read('u', 0, 1_000);
        const loaded = await universes.open('u');
        // From any revision, as from a snapshot that was taken there.
        for (let from = 0; from <= last; from += 3) {
          const { capture } = await universes.stateAt(loaded, from, SERVER);
          const replayed = Universe.from(JSON.parse(finish(capture.text())));
          for (const { changes } of entries.slice(from)) replayed.replay(changes as never);
          deepStrictEqual(replayed.snapshot(), JSON.parse(newest));
        }
        const replayed = Universe.empty();
        for (const { changes } of entries) replayed.replay(changes as never);
        expect(JSON.stringify(replayed.snapshot())).toBe(newest);
      }),
      { numRuns: 60 },
    );
    expect(applied).toBeGreaterThan(50);
  });

  it('is planned by a dry run as it is applied, and a dry run changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(forms, async commands => {
        const { universes, journal } = await begun();
        for (const command of commands) {
          const before = await stateOf(universes);
          const entries = journal.appends.length;
          const plan = await sent(universes, command, { ...ANN, dryRun: true });
          // With the order of records, which pages of lists follow.
          expect(JSON.stringify(await stateOf(universes))).toBe(JSON.stringify(before));
          expect(journal.appends.length).toBe(entries);
          const expected = plan?.digest === undefined ? {} : { expectDigest: plan.digest };
          const done = await sent(universes, command, { ...ANN, ...expected });
          expect(done === undefined).toBe(plan === undefined);
          if (done === undefined || plan === undefined) continue;
          expect(plan.revision).toBe(done.revision - 1);
          // The order of records, and so of some events, does not matter.
          expect(unordered(plan.events)).toEqual(unordered(done.events));
          expect(plan.warnings).toEqual(done.warnings);
          expect(unordered(plan.changes)).toEqual(unordered(done.changes));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is undone by the undo of its revision, and all of it by an undo since the first', async () => {
    await fc.assert(
      fc.asyncProperty(forms, async commands => {
        const { universes } = await begun();
        const first = await stateOf(universes);
        for (const command of commands) {
          const before = await stateOf(universes);
          const done = await sent(universes, command, ANN);
          if (done === undefined) continue;
          const undone = await sent(universes, { type: 'undo', revision: done.revision }, ANN);
          expect(undone).toBeDefined();
          deepStrictEqual(await stateOf(universes), before);
          await sent(universes, { type: 'undo', revision: undone?.revision }, ANN);
        }
        const loaded = await universes.open('u');
        if (loaded.revision === 1) return;
        const all = await sent(universes, { type: 'undo', since: 1 }, ANN);
        expect(all).toBeDefined();
        deepStrictEqual(await stateOf(universes), first);
        const restored = await sent(universes, { type: 'restore', revision: 1 }, ANN);
        expect(restored?.changes).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

function unordered(events: readonly object[]): string[] {
  return events.map(event => JSON.stringify(event)).sort();
}
