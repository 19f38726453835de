import { describe, expect, it } from 'vitest';
import { entryOf, newestUndo } from './universe-journal.js';

describe('the journal of a universe', () => {
  it('says in a few words what a revision did, and which objects it touched', () => {
    const at = '2030-01-01T00:00:00.000Z';
    expect(
      entryOf({
        revision: 3,
        at,
        principal: 'ann',
        command: { type: 'addStar', id: 'vesta' },
        events: [{ type: 'starAdded', id: 'vesta' }],
      }),
    ).toEqual({ revision: 3, at, principal: 'ann', what: 'addStar vesta', touched: ['vesta'] });
    expect(entryOf({ revision: 4, at, command: { type: 'undo', revision: 3 }, undoes: 3 }).what).toBe(
      'undo 3',
    );
  });

  it('takes back the newest undo that was not taken back', () => {
    const write = (revision: number) => ({ revision });
    const undo = (revision: number, undoes: number) => ({ revision, undoes });
    expect(newestUndo([write(1), write(2), undo(3, 2)])).toBe(3);
    expect(newestUndo([write(1), write(2), undo(3, 2), undo(4, 1)])).toBe(4);
    expect(newestUndo([write(1), write(2), undo(3, 2), undo(4, 1), undo(5, 4)])).toBe(3);
    expect(newestUndo([write(1), undo(2, 1), undo(3, 2)])).toBeUndefined();
    expect(newestUndo([write(1), undo(2, 1), write(3)])).toBeUndefined();
  });
});
