import { describe, expect, it } from 'vitest';
import { UniverseModel } from './universe-model.js';
import { stateOf } from './universe-state.js';

function modelOf(items: readonly object[], more = {}) {
  const model = new UniverseModel();
  model.addPage({ revision: 1, time: 7, total: items.length, items, ...more }, true);
  return model;
}

describe('the state of a model', () => {
  it('has the records, the roots and the time', () => {
    const state = stateOf(
      modelOf(
        [
          { in: 'stars', id: 'sun', parentId: null, children: ['earth'] },
          { in: 'stars', id: 'earth', parentId: 'sun', children: [] },
          { in: 'groups', id: 'g', parentGroupId: null, children: [{ id: 'sun', type: 'system' }] },
          { in: 'nebulae', id: 'n' },
        ],
        { units: 'scene' },
      ),
    );
    expect(state).toMatchObject({
      stars: { sun: { id: 'sun', children: ['earth'] }, earth: { parentId: 'sun' } },
      rootIds: ['sun'],
      groups: { g: { children: [{ id: 'sun', type: 'system' }] } },
      rootGroupIds: ['g'],
      nebulae: { n: { id: 'n' } },
      time: 7,
      units: 'scene',
    });
    expect(state.belts).toEqual({});
    expect(state.stars.sun).not.toHaveProperty('in');
  });

  it('is complete in itself where the model has only a part of the universe', () => {
    const state = stateOf(
      modelOf([
        { in: 'stars', id: 'earth', parentId: 'absent', children: ['moon'] },
        { in: 'groups', id: 'g', parentGroupId: 'absent', children: [{ id: 'sun', type: 'system' }, 7] },
        { in: 'unknown', id: 'x' },
      ]),
    );
    expect(state).toMatchObject({
      stars: { earth: { parentId: null, children: [] } },
      rootIds: ['earth'],
      groups: { g: { parentGroupId: null, children: [] } },
    });
  });
});
