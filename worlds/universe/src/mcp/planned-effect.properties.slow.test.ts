import { countItems } from '@worldwire/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandRefused, finish, type UniverseState } from '../domain/index.js';
import { lossesOf, mayLose } from '../queries/differences.js';
import { SERVER } from '../service/caller.js';
import type { SendOptions, Sent } from '../service/sent.js';
import type { Universes } from '../service/universes.js';
import { planByTool } from '../testing/plan-by-tool.js';
import { changesIn, changesOf } from '../testing/plan-changes.js';
import { replacement, sequence, start } from '../testing/random-commands.js';
import { ANN, lab } from '../testing/service-lab.js';

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
  { weight: 1, arbitrary: replacement },
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
        const { effect, digest } = await planByTool(universes, 'u', last);
        expect(digest).toBe(plan.digest);
        expect(effect.totals).toEqual(countItems(effect.items));
        const { removes, overwrites } = effect.totals;
        expect(lossesOf(plan, Number.POSITIVE_INFINITY)).toBe(removes + overwrites);
        expect(mayLose(plan)).toBeGreaterThanOrEqual(removes + overwrites);
        const found = await stateOf(universes);
        await sent(universes, last, ANN);
        const changed = changesOf(found, await stateOf(universes));
        expect(changesIn(effect)).toEqual(changed);
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
