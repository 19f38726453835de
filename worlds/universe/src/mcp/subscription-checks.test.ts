import { describe, expect, it } from 'vitest';
import { checkStateSubscription, refuseSubscription } from './subscription-checks.js';

const state = checkStateSubscription({ has: async id => id === 't' });

describe('subscriptions to a universe', () => {
  it('is its state', async () => {
    await expect(state({ id: 't' }, 'universe://t/state', 'ada')).resolves.toBeUndefined();
  });

  it('are refused if it does not exist', async () => {
    for (const id of ['nope', '', '\ud800', '\u0000', 'a/b']) {
      const refused = { kind: 'NotFound', message: `Universe "${id}" does not exist.` };
      await expect(state({ id }, `universe://${id}/state`, 'ada')).rejects.toMatchObject(refused);
    }
  });

  it('is its state by the address that the events have, which the refusal of any other names', async () => {
    await expect(state({ id: 't' }, 'universe://%74/state', 'ada')).rejects.toMatchObject({
      kind: 'NotFound',
      message: expect.stringContaining('universe://t/state'),
    });
  });

  it('is nothing but the state', () => {
    const watch = (id: string) => () => refuseSubscription({ id }, `universe://${id}/history`, 'ada');
    expect(watch('t')).toThrow('universe://t/state');
    expect(watch('\ud800')).toThrow('does not exist');
  });
});
