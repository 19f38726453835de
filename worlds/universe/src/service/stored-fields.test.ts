import { expect, it } from 'vitest';
import { ANN, addStar, lab } from '../testing/service-lab.js';
import type { Universes } from './universes.js';

const MARS = { mood: 'calm', depth: [1, { x: 2 }] };

/** A log from a time when unknown fields were kept. */
async function oldLog() {
  const { universes, journal } = await lab();
  await universes.send('u', addStar('mars'), ANN);
  const entry = { revision: 2, at: new Date(0).toISOString(), principal: 'ann' };
  const patch = { op: 'patch', in: 'stars', id: 'mars' };
  // As an older server on the same store did.
  await journal.append({
    id: 'u',
    after: 1,
    entries: [
      {
        ...entry,
        command: { type: 'updateStar', id: 'mars', payload: MARS },
        events: [{ type: 'starUpdated', id: 'mars', fields: Object.keys(MARS) }],
        changes: [{ ...patch, value: MARS }],
        inverse: [{ ...patch, value: {}, unset: Object.keys(MARS) }],
      },
    ],
  });
  return lab(journal);
}

const marsOf = async (universes: Universes, id: string) =>
  (await universes.open(id)).read(universe => universe.snapshot().stars.mars);

it('unknown fields of an older log are opened, copied, restored, and undone', async () => {
  const { universes } = await oldLog();
  expect(await marsOf(universes, 'u')).toMatchObject(MARS);
  await universes.send('copy', { type: 'createUniverse', from: 'u' }, ANN);
  expect(await marsOf(universes, 'copy')).toMatchObject(MARS);
  await universes.send('u', { type: 'removeStar', id: 'mars' }, ANN);
  await universes.send('u', { type: 'restore', revision: 2 }, ANN);
  expect(await marsOf(universes, 'u')).toMatchObject(MARS);
  await universes.send('u', { type: 'undo', revision: 2 }, ANN).catch(async () => {
    await universes.send('u', { type: 'undo', since: 1 }, ANN);
  });
  expect(await marsOf(universes, 'u')).not.toHaveProperty('mood');
});
