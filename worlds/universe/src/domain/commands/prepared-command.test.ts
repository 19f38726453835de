import { describe, expect, it } from 'vitest';
import { CommandRefused } from '../model/command-refused.js';
import { finish } from '../model/steps.js';
import { Universe } from '../universe.js';
import { COMMANDS } from './command-catalogue.js';
import { prepareCommand } from './prepared-command.js';

const stars = (count: number, field: object = {}) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`b${i}`, { name: `Body ${i}`, ...field }]));

const replace = (snapshot: unknown, more: object = {}) => ({ type: 'replaceSnapshot', snapshot, ...more });

/** What a command comes to on a small universe, as text. */
function outcome(command: unknown): string {
  try {
    return JSON.stringify(Universe.from({ stars: stars(3), time: 5 }).apply(command));
  } catch (thrown) {
    if (thrown instanceof CommandRefused) return `${thrown.reason}: ${thrown.message} ${thrown.hint}`;
    throw thrown;
  }
}

describe('a prepared command', () => {
  const commands: (readonly [string, unknown])[] = [
    ['a whole state', replace({ stars: stars(700), time: 9 }, { time: 11 })],
    ['the state that is there', replace({ stars: stars(3) })],
    ['an empty state', replace({})],
    [
      'fields that are wrong',
      replace({ stars: stars(300, { mass: -1 }), rootIds: 4, other: 1 }, { time: -1, more: 2 }),
    ],
    ['entities that are none', replace({ stars: { a: 4, b: null }, groups: [], belts: 'x' })],
    ['ids that are none', replace({ stars: { '': {}, ['x'.repeat(200)]: {} } })],
    ['links that lead nowhere', replace({ stars: { a: { parentId: 'b' }, c: { id: 'd' } }, rootIds: ['q'] })],
    ['a list as state', replace([])],
    ['no state', replace(null)],
    ...COMMANDS.map(({ name, example }) => [name, example] as const),
  ];

  it.each(commands)('comes to the same as at once: %s', (_what, command) => {
    expect(outcome(finish(prepareCommand(command)))).toBe(outcome(command));
  });

  it('is checked in more steps the larger it is', () => {
    const count = (size: number) => [...prepareCommand(replace({ stars: stars(size) }))].length;
    expect(count(4_000)).toBeGreaterThan(count(200) + 40);
  });

  it('that is invalid is refused after the commands before it were applied', () => {
    const universe = Universe.from({ stars: stars(1) });
    const refused = finish(prepareCommand(replace({ stars: { a: { parentId: 'b' } } })));
    expect(() => universe.applyAll([{ type: 'removeStar', id: 'none' }, refused])).toThrow('Command 1 of 2');
    expect(() => universe.applyAll([{ type: 'tick' }, refused])).toThrow('Command 2 of 2');
  });
});
