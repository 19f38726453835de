import { describe, expect, it } from 'vitest';
import { Gates } from './gates.js';

describe('gates', () => {
  it('close writes and code of a world, and never reads', () => {
    const gates = new Gates();
    gates.set('lab', 'write');
    expect(gates.closes('lab', 'ann', 'danger')).toBe('The operator closed code in lab.');
    expect(gates.closes('lab', 'ann', 'write')).toBeUndefined();
    gates.set('lab', 'read');
    expect(gates.closes('lab', 'ann', 'write')).toBe('The operator closed writes in lab.');
    expect(gates.closes('lab', 'ann', 'read')).toBeUndefined();
    expect(gates.closes('other', 'ann', 'write')).toBeUndefined();
    gates.set('lab', undefined);
    expect(gates.closes('lab', 'ann', 'danger')).toBeUndefined();
  });

  it('stop the writes of one principal in all worlds', () => {
    const gates = new Gates();
    gates.setStopped('ann', true);
    expect(gates.closes('lab', 'ann', 'write')).toBe('The operator stopped the writes of ann.');
    expect(gates.closes('other', 'ann', 'danger')).toContain('stopped');
    expect(gates.closes('lab', 'bob', 'write')).toBeUndefined();
    gates.setStopped('ann', false);
    expect(gates.closes('lab', 'ann', 'write')).toBeUndefined();
  });

  it('stop all writes, and reopen to the gates before', () => {
    const gates = new Gates();
    gates.set('lab', 'write');
    gates.setStopped('ann', true);
    gates.setStopped(undefined, true);
    expect(gates.closes('other', 'bob', 'write')).toBe('The operator stopped all writes.');
    expect(gates.closes('other', 'bob', 'read')).toBeUndefined();
    gates.setStopped(undefined, false);
    expect(gates.state).toEqual({ worlds: { lab: 'write' }, stopped: ['ann'], allStopped: false });
  });
});
