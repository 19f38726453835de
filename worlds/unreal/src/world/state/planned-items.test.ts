import { describe, expect, it } from 'vitest';
import { itemsOfAll } from './planned-items.js';

const DOOR = '/Game/Maps/Harbour.Harbour:PersistentLevel.Door_1';

function angle(now: number, after: number, object = DOOR) {
  const params = { object, property: 'OpenAngle', value: after };
  return { step: { call: { write: 'property.write', params } as const, expect: now }, now, after };
}

function transform(now: object, after: object) {
  const call = { write: 'actor.transform', params: { path: DOOR, ...after } } as const;
  return { step: { call, expect: now as never }, now: now as never, after: after as never };
}

function spawned(was: string) {
  const call = { write: 'actor.spawn', params: { class: 'Door', name: 'Door' } } as const;
  return { step: { call, expect: null, was }, now: null, after: { name: 'Door' } };
}

function destroyed(path: string) {
  const call = { write: 'actor.destroy', params: { path } } as const;
  return { step: { call, expect: { path } }, now: { path }, after: null };
}

describe('the items of all steps of an undo', () => {
  it('name each value once, from what the first step finds to what the last one leaves', () => {
    expect(itemsOfAll([angle(3, 2), angle(2, 1)])).toEqual([
      { what: 'overwrites', subject: 'OpenAngle of Door_1', before: 3, after: 1 },
    ]);
    expect(itemsOfAll([angle(1, 2), angle(2, 1)])).toEqual([]);
  });

  it('join the parts of a transform', () => {
    const items = itemsOfAll([
      transform({ location: 1 }, { location: 2 }),
      transform({ rotation: 3 }, { rotation: 4 }),
    ]);
    expect(items).toMatchObject([
      { before: { location: 1, rotation: 3 }, after: { location: 2, rotation: 4 } },
    ]);
  });

  it('name an actor that is spawned again, and not what is then restored in it', () => {
    expect(itemsOfAll([spawned(DOOR), angle(95, 12)])).toMatchObject([
      { what: 'adds', subject: 'the actor Door' },
    ]);
    expect(itemsOfAll([spawned(DOOR), angle(95, 12, `${DOOR}.Mesh`)])).toHaveLength(1);
  });

  it('name an actor that is removed, and not what was restored in it before', () => {
    expect(itemsOfAll([angle(2, 1), destroyed(DOOR)])).toMatchObject([
      { what: 'removes', subject: 'the actor Door_1' },
    ]);
  });

  it('do not name an actor that is spawned and removed again', () => {
    expect(itemsOfAll([spawned(DOOR), destroyed(DOOR)])).toEqual([]);
  });

  it('name actors of the same label apart', () => {
    expect(itemsOfAll([spawned(DOOR), spawned(`${DOOR}2`)])).toHaveLength(2);
  });
});
