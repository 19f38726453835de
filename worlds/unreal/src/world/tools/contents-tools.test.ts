import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSample } from '../../sample/sample-source.js';
import { Stage } from '../stage.test.js';

const TOOL = 'get_blueprint_contents';
const DOOR = '/Game/Blueprints/BP_Door';

let sample: ReturnType<typeof openSample>;
let stage: Stage;

beforeEach(async () => {
  sample = openSample({ now: () => 0 });
  stage = await Stage.open({ sources: [sample] });
});

afterEach(() => sample.close());

describe('get_blueprint_contents', () => {
  it('outlines what each graph executes', async () => {
    const { graphs } = await stage.call<{ graphs: { name: string; flow: string }[] }>(TOOL, {
      path: DOOR,
      format: 'outline',
    });
    expect(graphs.find(({ name }) => name === 'EventGraph')?.flow).toBe(
      ['event BeginPlay', '  if bIsOpen', '    Open()', '  else', '    Close()'].join('\n'),
    );
  });

  it.each([
    [{ graph: 'Close' }, { graph: 'Close', lines: 4 }],
    [{ function: 'close' }, { graph: 'Close', function: 'Close', lines: 4 }],
    [{ function: 'BeginPlay' }, { graph: 'EventGraph', function: 'BeginPlay', lines: 5 }],
  ])('outlines %j alone', async (part, found) => {
    expect(await stage.call(TOOL, { path: DOOR, format: 'outline', ...part })).toMatchObject(found);
  });

  it('gives a graph, a function or an object as text or objects', async () => {
    for (const part of [{ graph: 'Close' }, { function: 'Close' }, { object: 'BP_Door.Close' }]) {
      const { objects, total } = await stage.call<{ objects: { name: string }[]; total: number }>(TOOL, {
        path: DOOR,
        format: 'json',
        ...part,
      });
      expect(objects.map(({ name }) => name)).toEqual(['Close']);
      expect(total).toBe(5);
      const { text } = await stage.call<{ text: string }>(TOOL, { path: DOOR, ...part });
      expect(text).toMatch(/^Begin Object Class=\/Script\/Engine\.EdGraph Name="Close"\n.*End Object\n$/s);
    }
  });

  it('cuts text at the ends of lines, and continues where it stopped', async () => {
    const whole = await stage.call<{ text: string }>(TOOL, { path: DOOR, limit: 200_000 });
    let text = '';
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: { text: string; nextOffset?: number } = await stage.call(TOOL, {
        path: DOOR,
        offset,
        limit: 700,
      });
      expect(page.text).toMatch(/\n$/);
      text += page.text;
      offset = page.nextOffset;
    }
    expect(text).toBe(whole.text);
  });

  it('refuses a part that is missing with the names that are there', async () => {
    expect(await stage.fail(TOOL, { path: DOOR, format: 'outline', graph: 'Clos' })).toContain(
      'Use one of these names: Close.',
    );
    expect(await stage.fail(TOOL, { path: DOOR, format: 'outline', object: 'Close' })).toContain(
      'Give graph or function instead of object',
    );
    expect(await stage.fail(TOOL, { path: DOOR, object: 'Clos' })).toContain('It has Close.');
  });
});

describe('get_property', () => {
  const HINGE = '/Game/Maps/Harbour.Harbour:PersistentLevel.BP_Door_C_1.Hinge';

  it('reads a member of a property', async () => {
    const { value } = await stage.call<{ value: { Y: number } }>('get_property', {
      object: HINGE,
      property: 'RelativeLocation',
    });
    expect(await stage.call('get_property', { object: HINGE, property: 'RelativeLocation.y' })).toMatchObject(
      { object: HINGE, property: 'RelativeLocation.y', value: value.Y },
    );
  });

  it('says what a property has where a path leads nowhere', async () => {
    expect(await stage.fail('get_property', { object: HINGE, property: 'RelativeLocation.W' })).toMatch(
      /RelativeLocation has no member W\..*It has X, Y, Z\./s,
    );
    expect(await stage.fail('get_property', { object: HINGE, property: 'RelativeLocation[3]' })).toContain(
      'It has X, Y, Z.',
    );
  });
});
