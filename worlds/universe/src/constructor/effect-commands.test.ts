import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AppliedChanges, CommandRefused, Universe } from '../domain/index.js';
import { CommandClient, comparable } from '../testing/command-client.js';
import { sequence, start } from '../testing/random-commands.js';
import { effectOf, lastSettings } from './effect-commands.js';

const undos = fc.infiniteStream(fc.constantFrom(false, false, true));

/** Single commands, and batches of some. */
const batched = fc
  .tuple(sequence, fc.infiniteStream(fc.constantFrom(1, 1, 2, 3)))
  .map(([commands, sizes]) => {
    const pieces: unknown[] = [];
    for (let from = 0; from < commands.length; ) {
      const size = sizes.next().value as number;
      pieces.push(size === 1 ? commands[from] : commands.slice(from, from + size));
      from += size;
    }
    return pieces;
  });

/** Does commands, and takes some of them back, and some of that back again. Calls back for each. */
function perform(
  universe: Universe,
  commands: readonly unknown[],
  undone: Iterator<boolean>,
  then: (done: AppliedChanges) => void,
): void {
  let last: AppliedChanges | undefined;
  for (const command of commands) {
    const again = undone.next().value === true ? last : undefined;
    try {
      const apply = () => (Array.isArray(command) ? universe.applyBatch(command) : universe.apply(command));
      last = again === undefined ? apply() : universe.revert(again.changes, again.inverse);
      then(last);
    } catch (thrown) {
      if (!(thrown instanceof CommandRefused)) throw thrown;
    }
  }
}

describe('commands with the effect of an entry', () => {
  it('bring a client that knows only commands to the same state, step by step', () => {
    fc.assert(
      fc.property(batched, undos, (commands, undone) => {
        const universe = start();
        const client = new CommandClient(universe.snapshot());
        perform(universe, commands, undone[Symbol.iterator](), done => {
          for (const command of effectOf(done, universe)) client.apply(command);
          deepStrictEqual(client.seen(), comparable(universe.snapshot()));
        });
      }),
      { numRuns: 150 },
    );
  });

  it('lead to the newest state when it reads old entries', () => {
    fc.assert(
      fc.property(batched, undos, (commands, undone) => {
        const universe = start();
        const client = new CommandClient(universe.snapshot());
        const all: AppliedChanges[] = [];
        perform(universe, commands, undone[Symbol.iterator](), done => all.push(done));
        for (const done of all) for (const command of effectOf(done, universe)) client.apply(command);
        deepStrictEqual(client.seen(), comparable(universe.snapshot()));
      }),
      { numRuns: 150 },
    );
  });

  it('bring it there also where they come in pages, each of which sets a record once', () => {
    fc.assert(
      fc.property(batched, undos, fc.integer({ min: 1, max: 9 }), (commands, undone, page) => {
        const universe = start();
        const client = new CommandClient(universe.snapshot());
        const all: AppliedChanges[] = [];
        perform(universe, commands, undone[Symbol.iterator](), done => all.push(done));
        for (let from = 0; from < all.length; from += page) {
          const entries = all.slice(from, from + page);
          const effects = entries.flatMap(done => effectOf(done, universe, lastSettings(entries)));
          for (const command of effects) client.apply(command);
          const set = effects.map(({ type }) => type).filter(type => type.startsWith('set'));
          expect(new Set(set).size).toBe(set.length);
        }
        deepStrictEqual(client.seen(), comparable(universe.snapshot()));
      }),
      { numRuns: 150 },
    );
  });

  it('contain the defaults of a sparse body and a sparse group', () => {
    const universe = Universe.empty();
    expect(effectOf(universe.apply({ type: 'addStar', id: 'a', payload: {} }), universe)).toEqual([
      {
        type: 'addStar',
        id: 'a',
        payload: {
          ...{ name: 'a', parentId: null, mass: 1, radius: 1, color: '#ffffff' },
          ...{ orbitalDistance: 0, orbitalSpeed: 0, orbitalPhase: 0 },
        },
      },
    ]);
    expect(effectOf(universe.apply({ type: 'addGroup', id: 'g', payload: {} }), universe)).toEqual([
      { type: 'addGroup', id: 'g', payload: { name: 'g', parentGroupId: null, children: [] } },
    ]);
  });

  it('name each removal of a batch that adds bodies between them', () => {
    const universe = Universe.from({ stars: { a: {}, b: { parentId: 'a' } } });
    const client = new CommandClient(universe.snapshot());
    const commands = [
      { type: 'removeStar', id: 'a' },
      { type: 'addStar', id: 'a', payload: {} },
      { type: 'addStar', id: 'b', payload: { parentId: 'a' } },
      { type: 'removeStar', id: 'b' },
      { type: 'addStar', id: 'b', payload: {} },
      { type: 'removeStar', id: 'a' },
    ];
    for (const command of effectOf(universe.applyBatch(commands), universe)) client.apply(command);
    deepStrictEqual(client.seen(), comparable(universe.snapshot()));
  });

  it('name a removed body, but not its descendants', () => {
    const universe = Universe.from({ stars: { a: {}, b: { parentId: 'a' }, c: { parentId: 'b' } } });
    expect(effectOf(universe.apply({ type: 'removeStar', id: 'b' }), universe)).toEqual([
      { type: 'removeStar', id: 'b' },
    ]);
  });
});
