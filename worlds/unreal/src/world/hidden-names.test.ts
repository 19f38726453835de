import { describe, expect, it } from 'vitest';
import { DOOR, FakeSource, LEVEL, ONE, ORIGIN, Stage } from './stage.test.js';

const PATH = '/Game/Doors/BP_\u202eDoor';
const SHOWN = '/Game/Doors/BP_\\u202eDoor';

describe('a project with invisible characters in its texts', () => {
  it('has its names and texts shown with code points, and is asked by both forms of a path', async () => {
    const source = new FakeSource('disk').on('asset.describe', ({ path }) => ({
      path,
      name: 'BP_\u202eDoor',
      class: 'Blueprint',
      tags: { Note: 'a\u{e0041}b' },
      properties: { Caption: 'שלום\u200f' },
    }));
    const stage = await Stage.open({ sources: [source] });
    for (const path of [PATH, SHOWN]) {
      const result = await stage.result('describe_asset', { path });
      expect(result.structuredContent).toMatchObject({ path: SHOWN, name: 'BP_\\u202eDoor' });
      expect(result.structuredContent).toMatchObject({ properties: { Caption: 'שלום\u200f' } });
      expect(JSON.stringify(result.content)).not.toMatch(/[\u202e\u200f\u{e0041}]/u);
    }
    expect(source.calls.map(({ params }) => (params as { path: string }).path)).toEqual([PATH, PATH]);
  });

  it('keeps the value of a property exact, and notes what it has', async () => {
    const actor = { path: DOOR, name: 'Door', class: 'Door', location: ORIGIN, rotation: LEVEL, scale: ONE };
    const properties = { Caption: '👨\u200d👩' };
    const source = new FakeSource('live').on('actor.get', () => ({ ...actor, components: [], properties }));
    const stage = await Stage.open({ sources: [source] });
    const result = await stage.result('get_actor', { path: DOOR });
    expect(result.structuredContent).toMatchObject({ properties });
    expect(JSON.stringify(result.content)).toContain('properties: U+200D');
  });
});
