import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApprovedServer, factsOf, tokenOf } from '../../../apps/worldwire/src/testing/approvals.js';
import type { UniverseState } from '../../../worlds/universe/src/domain/index.js';
import { changesIn, changesOf } from '../../../worlds/universe/src/testing/plan-changes.js';

const SEND = 'send_universe_command';
const CALLS = 200;

const number = fc.nat(0xffffff);
/** Bodies by their place in the list of those that exist. */
const call = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove'), at: number }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('recolour and remove'), at: number, color: number }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replace'), at: number, keep: fc.nat(12) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo'), at: number }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo since'), at: number }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore'), at: number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('set'), at: number }) },
);
type Call = { kind: string; at: number; color?: number; keep?: number };

function commandOf({ kind, at, color = 0, keep = 0 }: Call, state: UniverseState, revision: number): object {
  const ids = Object.keys(state.stars);
  const body = (more: number) => ids[(at + 7 * more) % ids.length];
  const removal = (id: string | undefined) => ({ type: 'removeStar', id });
  const painted = (id: string | undefined, index: number) => {
    const payload = { color: `#${(color + index).toString(16).padStart(6, '0').slice(-6)}` };
    return { type: 'updateStar', id, payload };
  };
  switch (kind) {
    case 'remove':
      return removal(body(0));
    case 'recolour and remove': {
      const all = [0, 1, 2, 3, 4, 5].map(index => painted(body(index), index));
      all.splice(at % 7, 0, ...[6, 7].map(index => removal(body(index)) as never));
      return { type: 'batch', commands: all };
    }
    case 'replace': {
      const stars = Object.fromEntries(
        ids.slice(0, keep).map(id => [id, { name: `New ${id}`, mass: 1e24, radius: 1e3 }]),
      );
      return { type: 'replaceSnapshot', snapshot: { stars, nebulae: {} } };
    }
    case 'undo':
      return { type: 'undo', revision: revision - (at % 4) };
    case 'undo since':
      return { type: 'undo', since: Math.max(0, revision - 1 - (at % 3)) };
    case 'restore':
      return { type: 'restore', revision: at % 3 === 0 ? at % (revision + 1) : 0 };
    default:
      return at % 2 === 0 ? { type: 'setNebulae', nebulae: [] } : { type: 'setSmallBodyFields', fields: [] };
  }
}

describe('the plan of a random call to the solar system', () => {
  it('names on its pages, removals first, what the approved call then changes', async () => {
    const server = await ApprovedServer.start('universe', {
      flags: ['--allow', 'writes', '--approve', 'writes'],
    });
    const stateOf = async () => {
      const response = await fetch(new URL('/universes/sol', server.url), {
        headers: { authorization: `Bearer ${tokenOf('agent')}` },
      });
      return (await response.json()) as { state: UniverseState; revision: number };
    };
    let [approved, refused, removing] = [0, 0, 0];
    const seed = Date.now() & 0x7fffffff;
    for (const given of fc.sample(call, { numRuns: 4 * CALLS, seed })) {
      if (approved === CALLS) break;
      const before = await stateOf();
      const args: object = { universeId: 'sol', command: commandOf(given, before.state, before.revision) };
      const dry = await server.send(SEND, { ...args, dryRun: true });
      if (dry.isError === true) {
        refused++;
        continue;
      }
      const answer = server.send(SEND, args);
      const { id } = await server.lastOf(1);
      const { items, total, digest } = await server.readPlan(id);
      expect(total).toBe(items.length);
      const order = ['removes', 'overwrites', 'changes', 'adds'];
      const ranks = items.map(({ what }) => order.indexOf(what));
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      expect(await server.decide(id, { approve: true, digest })).toBe(200);
      expect((await answer).isError, JSON.stringify([seed, args])).not.toBe(true);
      const after = await stateOf();
      expect(after.revision).toBe(before.revision + 1);
      expect(factsOf(await answer).revision).toBe(after.revision);
      const changed = changesOf(before.state, after.state);
      expect(changesIn({ items }), JSON.stringify([seed, args])).toEqual(changed);
      approved++;
      if (changed.some(each => each.startsWith('removes'))) removing++;
    }
    expect([approved, refused < 3 * CALLS, removing > 60]).toEqual([CALLS, true, true]);
  });
});
