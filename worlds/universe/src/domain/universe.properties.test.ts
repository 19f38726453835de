import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from './change.js';
import { COMMANDS } from './commands/catalogue.js';
import { problemsOf } from './invariants.js';
import { CommandRefused } from './refused.js';
import { stateSchema } from './state-schema.js';
import { type Outcome, Universe } from './universe.js';

// Few ids, so that they meet; some are the names of what every object has, some are keys that objects reorder.
const id = fc.constantFrom('a', 'b', 'c', 'd', '10', '2', 'constructor');
const maybeId = fc.option(id, { nil: null, freq: 2 });
const amount = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(0, 0.25, 0.5, 0.75) },
  { weight: 1, arbitrary: fc.constantFrom(1, 2, -1, 'x') },
);
const field = fc.constantFrom(0, 1, 'x', null, true);
const childType = fc.constantFrom('system', 'group');

const payload = fc.record(
  {
    mass: amount,
    name: fc.constantFrom('A', 'B', 'C', null),
    odd: field,
    toString: field,
    eccentricity: amount,
    ring: ring(),
  },
  { requiredKeys: [] },
);
const linked = (link: string) =>
  fc
    .tuple(payload, maybeId, fc.boolean())
    .map(([fields, to, given]) => (given ? { ...fields, [link]: to } : fields));
const scenery = fc.record(
  { hostStarId: id, centralStarId: id, opacity: amount, odd: field, seed: fc.nat(3) },
  { requiredKeys: [] },
);
const collection = fc.oneof(
  fc.array(
    fc.tuple(id, scenery).map(([key, entity]) => ({ id: key, ...entity })),
    { maxLength: 3 },
  ),
  fc.dictionary(id, scenery, { maxKeys: 3 }),
);
const snapshot = fc.record(
  {
    stars: fc.dictionary(id, fc.record({ parentId: maybeId, odd: field }, { requiredKeys: [] }), {
      maxKeys: 4,
    }),
    groups: fc.dictionary(id, fc.record({ parentGroupId: maybeId }, { requiredKeys: [] }), { maxKeys: 3 }),
    belts: fc.dictionary(id, scenery, { maxKeys: 2 }),
    smallBodyFields: fc.dictionary(id, scenery, { maxKeys: 2 }),
  },
  { requiredKeys: [] },
);

function of(type: string, fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> {
  return fc.record({ type: fc.constant(type), ...fields });
}

const command = fc.oneof(
  { weight: 1, arbitrary: fc.oneof(of('tick', {}), of('tick', { dt: amount })) },
  { weight: 6, arbitrary: of('addStar', { id, payload: linked('parentId') }) },
  { weight: 3, arbitrary: of('updateStar', { id, payload: linked('parentId') }) },
  { weight: 2, arbitrary: of('removeStar', { id }) },
  { weight: 4, arbitrary: of('attachStar', { childId: id, parentId: id }) },
  { weight: 3, arbitrary: of('detachStar', { childId: id }) },
  { weight: 5, arbitrary: of('addGroup', { id, payload: linked('parentGroupId') }) },
  { weight: 1, arbitrary: of('updateGroup', { id, payload: linked('parentGroupId') }) },
  { weight: 2, arbitrary: of('removeGroup', { id }) },
  { weight: 6, arbitrary: of('addToGroup', { groupId: id, child: fc.record({ id, type: childType }) }) },
  { weight: 4, arbitrary: of('removeFromGroup', { groupId: id, childId: id }) },
  { weight: 5, arbitrary: of('moveToGroup', { childId: id, childType, targetGroupId: maybeId }) },
  { weight: 2, arbitrary: of('setSmallBodyFields', { fields: collection }) },
  { weight: 2, arbitrary: of('updateSmallBodyField', { id, patch: scenery }) },
  { weight: 1, arbitrary: of('removeSmallBodyField', { id }) },
  { weight: 1, arbitrary: of('setProtoplanetaryDisks', { disks: collection }) },
  { weight: 2, arbitrary: of('addProtoplanetaryDisk', { disk: fc.record({ id, centralStarId: id }) }) },
  { weight: 1, arbitrary: of('updateProtoplanetaryDisk', { id, patch: scenery }) },
  { weight: 1, arbitrary: of('removeProtoplanetaryDisk', { id }) },
  { weight: 1, arbitrary: of('setNebulae', { nebulae: collection }) },
  { weight: 1, arbitrary: of('updateNebula', { id, patch: scenery }) },
  { weight: 1, arbitrary: of('removeNebula', { id }) },
  { weight: 2, arbitrary: of('updateRing', { planetId: id, patch: ring() }) },
  { weight: 1, arbitrary: of('removeRing', { planetId: id }) },
  { weight: 1, arbitrary: of('replaceSnapshot', { snapshot }) },
  { weight: 1, arbitrary: of('addStarr', { id }) },
);
const sequence = fc
  .array(command, { maxLength: 60, size: 'max' })
  // As they arrive: fast-check's objects have no prototype.
  .map(commands => JSON.parse(JSON.stringify(commands)) as object[]);

function start(): Universe {
  return Universe.from({
    stars: { a: {}, b: { parentId: 'a' }, constructor: { parentId: 'a' }, d: {}, '10': { parentId: 'b' } },
    groups: { a: { children: [{ id: 'a', type: 'system' }] }, c: {}, d: { parentGroupId: 'c' } },
    belts: { a: {} },
    smallBodyFields: { a: { hostStarId: 'a' }, b: { hostStarId: 'b' } },
    protoplanetaryDisks: { c: { centralStarId: '10' } },
    nebulae: { a: {}, d: {} },
  });
}

describe('any sequence of commands', () => {
  // A property that never meets a case says nothing about it. The seed is fixed: this is a claim about the
  // generator above, and by chance a whole run can miss a case.
  it('is drawn from sequences that meet every command and every refusal', () => {
    const accepted = new Set<string>();
    const refusals = new Set<string>();
    for (const commands of fc.sample(sequence, { seed: 1, numRuns: 150 })) {
      const universe = start();
      for (const each of commands) {
        const outcome = attempt(() => universe.apply(each));
        if (outcome instanceof CommandRefused) refusals.add(outcome.reason);
        else accepted.add((each as { type: string }).type);
      }
    }
    expect(COMMANDS.map(({ name }) => name).filter(name => !accepted.has(name))).toEqual([]);
    expect([...refusals].sort()).toEqual(['cycle', 'duplicate', 'invalid', 'unknown']);
  });

  it('keeps every invariant, and a refused command changes nothing', () => {
    fc.assert(
      fc.property(sequence, commands => {
        const universe = start();
        for (const each of commands) {
          const before = universe.snapshot();
          const outcome = attempt(() => universe.apply(each));
          if (outcome instanceof CommandRefused) {
            deepStrictEqual(universe.snapshot(), before);
            expect(outcome.hint).not.toBe('');
            continue;
          }
          expect(problemsOf(universe.snapshot())).toEqual([]);
          expect(outcome.events.length).toBeGreaterThan(0);
          if (outcome.changes.length === 0) deepStrictEqual(universe.snapshot(), before);
        }
        expect(stateSchema.safeParse(universe.snapshot()).error).toBeUndefined();
        deepStrictEqual(Universe.from(universe.snapshot()).snapshot(), universe.snapshot());
      }),
      { numRuns: 150 },
    );
  });

  it('is repeated exactly by its recorded changes, also when they were written down as JSON', () => {
    fc.assert(
      fc.property(sequence, commands => {
        const universe = start();
        const copy = start();
        for (const { changes } of applied(universe, commands))
          copy.replay(JSON.parse(JSON.stringify(changes)) as Change[]);
        deepStrictEqual(copy.snapshot(), universe.snapshot());
        expect(JSON.stringify(copy.snapshot())).toBe(JSON.stringify(universe.snapshot()));
      }),
      { numRuns: 150 },
    );
  });

  it('is taken back step by step by the recorded inverses', () => {
    fc.assert(
      fc.property(sequence, commands => {
        const universe = start();
        const states = [universe.snapshot()];
        const outcomes = applied(universe, commands, () => states.push(universe.snapshot()));
        for (const [index, { changes, inverse }] of [...outcomes.entries()].reverse()) {
          const copy = Universe.from(universe.snapshot());
          copy.revert(changes, inverse);
          universe.replay(inverse);
          deepStrictEqual(universe.snapshot(), states[index]);
          deepStrictEqual(copy.snapshot(), states[index]);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('is applied as a whole or not at all', () => {
    fc.assert(
      fc.property(
        sequence,
        sequence.map(commands => commands.slice(0, 4)),
        (commands, batch) => {
          const universe = start();
          applied(universe, commands);
          const before = universe.snapshot();
          const single = Universe.from(before);
          const outcomes = attempt(() => universe.applyAll(batch));
          if (outcomes instanceof CommandRefused) {
            expect(outcomes.message).toMatch(/^Command \d of \d/);
            deepStrictEqual(universe.snapshot(), before);
            expect(applied(single, batch).length).toBeLessThan(batch.length);
          } else {
            expect(applied(single, batch).length).toBe(outcomes.length);
            deepStrictEqual(single.snapshot(), universe.snapshot());
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('lets an older command be undone alone, exactly or not at all', () => {
    let undone = 0;
    let refused = 0;
    fc.assert(
      fc.property(sequence, fc.nat(), (commands, pick) => {
        const universe = start();
        const outcomes = applied(universe, commands);
        const outcome = outcomes[pick % Math.max(1, outcomes.length)];
        if (outcome === undefined) return;
        const before = universe.snapshot();
        const done = attempt(() => universe.revert(outcome.changes, outcome.inverse));
        if (done instanceof CommandRefused) {
          refused++;
          expect(done.reason).toBe('superseded');
          deepStrictEqual(universe.snapshot(), before);
          return;
        }
        undone++;
        expect(problemsOf(universe.snapshot())).toEqual([]);
        // Only the place within a list may differ, where what stood in front has gone.
        expect(done.changes.map(withoutPlace)).toEqual(outcome.inverse.map(withoutPlace));
        universe.revert(done.changes, done.inverse);
        deepStrictEqual(universe.snapshot(), before);
      }),
      { numRuns: 400 },
    );
    expect(undone).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(20);
  });
});

function ring(): fc.Arbitrary<unknown> {
  return fc.record(
    { innerRadiusMultiplier: amount, outerRadiusMultiplier: amount, opacity: amount, odd: field },
    { requiredKeys: [] },
  );
}

function applied(universe: Universe, commands: readonly unknown[], then = () => {}): Outcome[] {
  const outcomes: Outcome[] = [];
  for (const each of commands) {
    const outcome = attempt(() => universe.apply(each));
    if (outcome instanceof CommandRefused) continue;
    outcomes.push(outcome);
    then();
  }
  return outcomes;
}

function attempt<Result>(action: () => Result): Result | CommandRefused {
  try {
    return action();
  } catch (error) {
    if (error instanceof CommandRefused) return error;
    throw error;
  }
}

function withoutPlace(change: Change): unknown {
  return change.op === 'link' ? { ...change, after: null } : change;
}
