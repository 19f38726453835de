import { WorldError } from '@worldwire/server';
import { describe, expect, it } from 'vitest';
import { ANN, addStar, lab } from '../testing/service-lab.js';

const REFUSAL = new WorldError('PermissionDenied', 'It needs an approval.', 'Use MCP.');

async function kept() {
  const { universes } = await lab();
  const options = {
    ...ANN,
    beforeLoss: () => {
      throw REFUSAL;
    },
  };
  await universes.execute('u', [addStar('a'), addStar('b')], options);
  return { universes, options, loaded: await universes.open('u') };
}

describe('a write that must not lose anything', () => {
  it.each([
    ['removes', [{ type: 'removeStar', id: 'a' }]],
    ['overwrites', [{ type: 'updateStar', id: 'a', payload: { mass: 7 } }]],
    ['removes after it added', [addStar('c'), { type: 'removeStar', id: 'a' }]],
    ['replaces', [{ type: 'replaceSnapshot', snapshot: { stars: {}, rootIds: [] } }]],
  ])('is refused if it %s, and leaves no trace', async (_, commands) => {
    const { universes, options, loaded } = await kept();
    const before = await loaded.text();
    await expect(universes.execute('u', commands, options)).rejects.toBe(REFUSAL);
    const after = await loaded.text();
    expect([after.revision, Buffer.from(after.bytes).toString()]).toEqual([
      before.revision,
      Buffer.from(before.bytes).toString(),
    ]);
  });

  it('is refused for a new state, a new name, a removal, and the undo of what was added', async () => {
    const { universes, options, loaded } = await kept();
    await expect(universes.replace('u', { stars: {}, rootIds: [] }, undefined, options)).rejects.toBe(
      REFUSAL,
    );
    await expect(universes.replace('u', { stars: {} }, 'V', options)).rejects.toBe(REFUSAL);
    await expect(universes.rename('u', 'V', options)).rejects.toBe(REFUSAL);
    await expect(universes.remove('u', options)).rejects.toBe(REFUSAL);
    await expect(universes.undo('u', undefined, options)).rejects.toBe(REFUSAL);
    expect([loaded.revision, loaded.head.name]).toEqual([2, 'U']);
  });

  it('runs if it adds alone, also as the undo of a removal', async () => {
    const { universes, options } = await kept();
    await universes.execute('u', [{ type: 'removeStar', id: 'a' }], ANN);
    const { revision } = await universes.undo('u', undefined, options);
    expect(revision).toBe(4);
    await universes.rename('u', 'U', options);
  });
});
