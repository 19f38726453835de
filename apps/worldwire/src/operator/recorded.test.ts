import { describe, expect, it } from 'vitest';
import type { OperatorNote } from './operated.js';
import { recorded } from './recorded.js';

const NOTE: OperatorNote = { kind: 'gate', principal: 'ann', what: 'resume writes' };
const log = { debug() {}, info() {}, warn() {}, error() {} };

describe('an action of the operator', () => {
  it('is recorded before it takes effect', async () => {
    const notes: OperatorNote[] = [];
    const note = async (each: OperatorNote) => void notes.push(each);
    await recorded({ audit: { refusal: undefined, note }, log }, NOTE, true);
    expect(notes).toEqual([NOTE]);
  });

  it('opens nothing while it cannot be recorded, and closes all the same', async () => {
    const audit = { refusal: 'the audit cannot be written: no space left on device', note: async () => {} };
    await expect(recorded({ audit, log }, NOTE, true)).rejects.toThrow('no space left');
    await expect(recorded({ audit, log }, NOTE)).resolves.toBeUndefined();
  });
});
