import { describe, expect, it } from 'vitest';
import { didYouMean } from '../schemas/did-you-mean.js';
import { Universe } from '../universe.js';

function refusal(universe: Universe, command: object): { message: string; hint: string } {
  try {
    universe.apply(command);
  } catch (thrown) {
    return thrown as { message: string; hint: string };
  }
  throw new Error('The command was applied.');
}

describe('the nearest names', () => {
  const crowd = Universe.from({
    stars: Object.fromEntries([
      ...Array.from({ length: 20_000 }, (_, number) => [`s${number}`, {}]),
      ['sun', { name: 'Sun' }],
    ]),
  });

  it('are found in a universe of 20,000 bodies', () => {
    expect(refusal(crowd, { type: 'removeStar', id: 'suun' }).hint).toContain('Did you mean "sun"');
  });

  it('are replaced by the call that searches, if there are none', () => {
    const { hint } = refusal(crowd, { type: 'removeStar', id: 'zeta-quadrant' });
    expect(hint).toContain('get_universe_state {"where":{"name":"ze*"},"fields":["name"]}');
  });

  it.each([
    ['note', ['name', 'mass']],
    ['xx', ['io', 'sun']],
  ])('of a short word differ in at most one letter: %s', (word, candidates) => {
    expect(didYouMean(word, candidates)).toEqual([]);
    expect(didYouMean(word, [...candidates, `${word}s`])).toEqual([`${word}s`]);
  });

  it('have neighbours swapped, also in a short word', () => {
    expect(didYouMean('nmae', ['name', 'mass'])).toEqual(['name']);
    expect(didYouMean('tiem', ['time'])).toEqual(['time']);
  });

  it.each([
    ['deleteStar', 'removeStar'],
    ['createStar', 'addStar'],
    ['renameStar', 'updateStar'],
    ['setStar', 'updateStar'],
    ['createGroup', 'addGroup'],
    ['deleteNebula', 'removeNebula'],
    ['editRing', 'updateRing'],
  ])('of a command begin with the one that has the verb of the catalogue: %s', (type, meant) => {
    expect(refusal(Universe.empty(), { type }).hint).toMatch(new RegExp(`^Did you mean ${meant}\\b`));
  });
});
