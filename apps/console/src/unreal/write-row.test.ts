import { describe, expect, it } from 'vitest';
import { touchedBy, writeRow } from './write-row.js';

const NONE: ReadonlySet<number> = new Set();

describe('writeRow', () => {
  it('shows of a transform only what changed', () => {
    const row = writeRow(
      {
        revision: 2,
        tool: 'set_actor_transform',
        before: { location: { x: 1, y: 2, z: 3 }, scale: { x: 1, y: 1, z: 1 } },
        after: { location: { x: 1, y: 2, z: 53 }, scale: { x: 1, y: 1, z: 1 } },
        outcome: 'done',
        at: '',
        principal: 'local',
        arguments: { path: '/Game/A.A:B' },
      },
      NONE,
    );
    expect(row).toMatchObject({
      before: 'location (1, 2, 3)',
      after: 'location (1, 2, 53)',
      principal: 'local',
      object: '/Game/A.A:B',
      canUndo: true,
    });
  });

  it('offers no undo for a write that was undone, failed, or is final', () => {
    const write = { revision: 1, tool: 'set_property', outcome: 'done', at: '' };
    expect(writeRow(write, new Set([1]))).toMatchObject({ canUndo: false, outcome: 'undone' });
    expect(writeRow({ ...write, outcome: 'failed' }, NONE).canUndo).toBe(false);
    expect(writeRow({ ...write, tool: 'call_function' }, NONE).canUndo).toBe(false);
  });

  it('knows the actors of a selection', () => {
    const write = { revision: 1, tool: 'select_actors', at: '', arguments: { paths: ['/Game/A.A:B', 7] } };
    expect(touchedBy(write)).toEqual(['/Game/A.A:B']);
  });
});
