import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sequence, start } from '../testing/random-commands.js';
import { COMMANDS } from './commands/command-catalogue.js';
import type { Change } from './model/change.js';
import { CommandRefused } from './model/command-refused.js';
import { problemsOf } from './model/invariants.js';
import { stateSchema } from './schemas/state-schema.js';
import { type Outcome, Universe } from './universe.js';

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

  it('is undone step by step by the recorded inverses', () => {
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
        // Only the position in a list may differ, if the predecessor was removed.
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
