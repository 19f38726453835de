import { describe, expect, it } from 'vitest';
import { factsOf, referencesOf, sectionsOf } from './asset-model.js';

const door = {
  path: '/Game/BP_Door',
  class: 'Blueprint',
  savedBy: '5.4.4',
  blueprint: {
    parent: '/Script/Engine.Actor',
    components: [{ name: 'Hinge', class: 'SceneComponent', parent: 'Root' }],
    variables: [{ name: 'bOpen', type: 'bool', default: false }],
    graphs: [{ name: 'EventGraph', nodes: 4, events: ['BeginPlay'], calls: ['Open', 'Close'] }],
  },
  tags: { BlueprintType: 'BPTYPE_Normal' },
};

describe('the outline of an asset', () => {
  it('has the parts of a Blueprint, and no section that is empty', () => {
    expect(sectionsOf(door)).toEqual([
      { title: 'Components', total: 1, entries: [{ name: 'Hinge', detail: 'SceneComponent · below Root' }] },
      { title: 'Variables', total: 1, entries: [{ name: 'bOpen', detail: 'bool · false' }] },
      {
        title: 'Graphs',
        total: 1,
        entries: [{ name: 'EventGraph', detail: '4 nodes · events BeginPlay · calls Open, Close' }],
      },
      { title: 'Tags', total: 1, entries: [{ name: 'BlueprintType', detail: 'BPTYPE_Normal' }] },
    ]);
  });

  it('has rows of a table, and counts those it does not show', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ name: `r${index}`, to: index }));
    const [section] = sectionsOf({ rows: many });
    expect([section?.total, section?.entries.length, section?.entries[0]]).toEqual([
      100,
      60,
      { name: 'r0', detail: '{"to":0}' },
    ]);
  });

  it('is empty for what is no asset, and cuts long values', () => {
    expect(sectionsOf({ blueprint: 7, properties: [], tags: 'x' })).toEqual([]);
    const [section] = sectionsOf({ properties: { long: 'x'.repeat(500) } });
    expect(section?.entries[0]?.detail).toHaveLength(161);
  });

  it('has single facts', () => {
    expect(factsOf(door)).toEqual([
      ['Class', 'Blueprint'],
      ['Parent', '/Script/Engine.Actor'],
      ['Saved by', '5.4.4'],
    ]);
  });
});

describe('the references of an asset', () => {
  it('are read where they have a path', () => {
    expect(referencesOf([{ path: '/Game/A', soft: true }, { path: 7 }, null])).toEqual([
      { path: '/Game/A', soft: true },
    ]);
    const actor = { path: '/Game/M.M:PersistentLevel.A', soft: false, actor: '/Game/M: Lamp (Actor)' };
    expect(referencesOf([actor])).toEqual([actor]);
    expect(referencesOf('x')).toEqual([]);
  });
});
