import { describe, expect, it } from 'vitest';
import { namedObjects, SceneModel, targetOf, treeRows } from './scene-model.js';

const at = (X: number) => ({ X, Y: 0, Z: 0 });
const card = (id: number, more = {}) => ({
  Id: `obj:${id}`,
  Name: `O${id}`,
  Path: `/O${id}`,
  ActiveInHierarchy: true,
  Position: at(id),
  Bounds: { Min: at(0), Max: at(1) },
  ...more,
});
const answer = (revision: number, Items: unknown, more = {}) => ({
  revision,
  digest: `d${revision}`,
  Engine: 'Embedded 1',
  Total: 2,
  Writes: [],
  ...(Items !== undefined && { Items }),
  ...more,
});

function loaded() {
  const model = new SceneModel();
  expect(model.apply(answer(1, [card(1), card(2)]))).toEqual([]);
  return model;
}

describe('the model of a scene', () => {
  it('marks what was added, removed, renamed or written', () => {
    const Writes = [{ Id: 2, Tool: 'SetMember', By: 'nova', Outcome: 'done', ObjectId: 'obj:1' }];
    const marks = loaded().apply(answer(2, [card(1, { Name: 'New' }), card(3)], { Writes }));
    expect(marks).toEqual([
      { op: 'removed', id: 'obj:2', name: 'O2' },
      { op: 'changed', id: 'obj:1', name: 'New' },
      { op: 'added', id: 'obj:3', name: 'O3' },
    ]);
    const writes = [{ Id: 2, Tool: 'SetMember', By: 'nova', Outcome: 'done', ObjectId: 'obj:2' }];
    expect(loaded().apply(answer(2, [card(1), card(2)], { Writes: writes }))).toEqual([
      { op: 'changed', id: 'obj:2', name: 'O2' },
    ]);
  });

  it('does not mark what moves, comes or goes by itself', () => {
    expect(loaded().apply(answer(1, [card(1), card(4)]))).toEqual([]);
    const model = loaded();
    expect(model.apply(answer(1, [card(1, { Position: at(9) }), card(2)]))).toEqual([]);
    expect(model.objects.get('obj:1')?.Position).toEqual(at(9));
  });

  it('keeps its objects where the answer has none, because none has changed', () => {
    const model = loaded();
    const writes = [{ Outcome: 'done', ObjectId: 'obj:1' }];
    expect(model.apply(answer(2, undefined, { Writes: writes }))).toEqual([
      { op: 'changed', id: 'obj:1', name: 'O1' },
    ]);
    expect([model.objects.size, model.revision]).toEqual([2, 2]);
  });

  it('takes no object without an id, and no box that is none', () => {
    const model = new SceneModel();
    model.apply(answer(1, [null, { Name: 'x' }, card(1, { Bounds: { Min: 7 }, Position: 'here' })]));
    expect([...model.objects.values()]).toMatchObject([{ Id: 'obj:1', Bounds: null, Position: null }]);
  });
});

describe('what a call is about', () => {
  it('are the objects of its arguments and of its result', () => {
    expect(namedObjects({ objectId: 'obj:1' }, {})).toEqual(['obj:1']);
    expect(namedObjects({ id: 'obj:1' }, { Id: 'obj:1' })).toEqual(['obj:1']);
    expect(namedObjects({}, { Items: [card(1), card(2), null] })).toEqual(['obj:1', 'obj:2']);
    expect(namedObjects({ id: 12 }, { Id: 'scn:0' })).toEqual([]);
  });
});

describe('the engine of a call', () => {
  it('is the one of its arguments, of its answer, or of its objects', () => {
    expect(targetOf({ engine: 'quest', id: 'obj:1' }, {})).toEqual({ engine: 'quest' });
    expect(targetOf({ objectId: 'obj:1' }, { engine: 'harbour' })).toEqual({ engine: 'harbour' });
    expect(targetOf({ id: 'obj:1' }, {})).toEqual({ objectId: 'obj:1' });
    expect(targetOf({ engine: 7 }, { Items: [card(2)] })).toEqual({ objectId: 'obj:2' });
    expect(targetOf({}, {})).toEqual({});
  });
});

describe('the hierarchy', () => {
  it('has each object below its parent', () => {
    const cards = [card(1, { Path: '/B' }), card(2, { Path: '/A/X' }), card(3, { Path: '/A' })];
    expect(treeRows(cards).map(({ card: { Path }, depth }) => [Path, depth])).toEqual([
      ['/A', 0],
      ['/A/X', 1],
      ['/B', 0],
    ]);
  });
});
