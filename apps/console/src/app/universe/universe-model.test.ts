import { describe, expect, it } from 'vitest';
import { MAX_ENTITIES, marksOf, UniverseModel } from './universe-model.js';

const star = (id: string, more = {}) => ({ in: 'stars', id, name: id.toUpperCase(), ...more });

function loaded() {
  const model = new UniverseModel();
  model.addPage({ revision: 3, time: 9, total: 2, items: [star('a'), star('b')] }, true);
  return model;
}

describe('the model of a universe', () => {
  it('is read in pages, and is as old as the first', () => {
    const model = new UniverseModel();
    expect(model.addPage({ revision: 3, time: 9, total: 2, items: [star('a')], cursor: 'next' }, true)).toBe(
      'next',
    );
    expect(model.addPage({ revision: 5, time: 10, total: 2, items: [star('b')] }, false)).toBeUndefined();
    expect([model.revision, model.time, model.entities.size]).toEqual([3, 9, 2]);
  });

  it('stops reading at its limit', () => {
    const model = new UniverseModel();
    const items = Array.from({ length: MAX_ENTITIES }, (_, index) => star(`s${index}`));
    expect(model.addPage({ revision: 1, total: 1e5, items, cursor: 'next' }, true)).toBeUndefined();
    expect(model.total).toBe(1e5);
  });

  it('follows changes, and says what each one was', () => {
    const model = loaded();
    const marks = model.apply({
      revision: 4,
      time: 10,
      items: [star('a', { mass: 2 }), star('c')],
      removed: [
        { in: 'stars', id: 'b' },
        { in: 'stars', id: 'unknown' },
      ],
    });
    expect(marks).toEqual([
      { op: 'changed', in: 'stars', id: 'a', name: 'A' },
      { op: 'added', in: 'stars', id: 'c', name: 'C' },
      { op: 'removed', in: 'stars', id: 'b', name: 'B' },
    ]);
    expect([model.revision, model.time, model.total]).toEqual([4, 10, 2]);
    expect(model.body('a')?.mass).toBe(2);
    expect(model.body('b')).toBeUndefined();
  });

  it('is read again where the changes are too many', () => {
    const model = loaded();
    expect(model.apply({ revision: 900, reset: true })).toBeUndefined();
    expect(model.revision).toBe(3);
  });

  it('takes nothing that has no kind and id', () => {
    const model = loaded();
    expect(
      model.apply({ revision: 4, items: [null, 7, { id: 'x' }, { in: 'stars' }], removed: 'b' }),
    ).toEqual([]);
    expect(model.entities.size).toBe(2);
  });
});

describe('the marks of a result', () => {
  it('are what a command added, changed and removed', () => {
    expect(
      marksOf({
        before: { 'stars/a': { mass: 1 }, 'stars/b': null, 'stars/c': { name: 'C' }, time: 1 },
        after: { 'stars/a': { mass: 2 }, 'stars/b': { name: 'B' }, 'stars/c': null, time: 2 },
      }),
    ).toEqual([
      { op: 'changed', in: 'stars', id: 'a', name: 'a' },
      { op: 'added', in: 'stars', id: 'b', name: 'B' },
      { op: 'removed', in: 'stars', id: 'c', name: 'C' },
    ]);
  });

  it('are the bodies that a question named', () => {
    expect(marksOf({ items: [{ id: 'a', name: 'A' }] })).toEqual([
      { op: 'named', in: 'stars', id: 'a', name: 'A' },
    ]);
    expect(marksOf({ stars: { a: { id: 'a', name: 'A' } } })).toHaveLength(1);
    expect(marksOf({ stars: { a: { id: 'a' } }, rootIds: ['a'] })).toEqual([]);
    expect(marksOf({ stars: {}, before: 7 })).toEqual([]);
  });
});
