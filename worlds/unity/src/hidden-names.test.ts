import { beforeAll, describe, expect, it } from 'vitest';
import { alteredEngine, OPEN, Stage } from './stage.test.js';

const NAME = 'Play\u202eer';
const SHOWN = 'Play\\u202eer';
const FAMILY = '👨\u200d👩\u200d👧';

const swapped = (value: unknown, from: string, to: string) =>
  value === undefined ? value : JSON.parse(JSON.stringify(value).replaceAll(from, to));

describe('a game with invisible characters in its texts', () => {
  let stage: Stage;
  beforeAll(async () => {
    // The player of the scene has a name with a direction mark.
    const engine = await alteredEngine(async (operation, params, call) =>
      swapped(await call(operation, swapped(params, NAME, 'Player') as object), 'Player', NAME),
    );
    stage = await Stage.open({ engine, grants: OPEN });
  });

  it('has its names shown with code points in lists, and nowhere as they are', async () => {
    const result = await stage.result('SearchObjects', { query: 'Play' });
    expect(JSON.stringify(result)).not.toContain('\u202e');
    expect(JSON.stringify(result.structuredContent)).toContain(JSON.stringify(SHOWN).slice(1, -1));
    const [{ text }] = result.content as [{ text: string }];
    expect(JSON.parse(text).Items[0].Name).toBe(SHOWN);
  });

  it.each([NAME, SHOWN])('finds an object by its name as it is and as it was shown (%j)', async name => {
    const { Items } = await stage.call<{ Items: { Name: string }[] }>('SearchObjects', { name });
    expect(Items.map(({ Name }) => Name)).toContain(SHOWN);
  });

  it('shows its names in errors, resources, plans and undo', async () => {
    const id = await stage.idOf(SHOWN);
    const answers = [
      await stage.result('SetMember', { objectId: id, componentType: 'Nothing', member: 'x', jsonValue: 1 }),
      await stage.result('DestroyObject', { objectId: id, dryRun: true }),
      await stage.result('GetObject', { id }),
      await stage.resource(`unity://object/${id}`),
    ];
    for (const answer of answers.slice(0, 3)) expect(JSON.stringify(answer)).not.toContain('\u202e');
    expect(answers[3]).toMatchObject({ Name: NAME });
  });

  it('keeps a value exact from reading to writing, and notes what it has', async () => {
    const objectId = await stage.idOf(SHOWN);
    const member = { objectId, componentType: 'GameObject', member: 'name' };
    const { digest } = await stage.whole('SetMember', {
      ...member,
      jsonValue: JSON.stringify(FAMILY),
      dryRun: true,
    });
    const result = await stage.result('SetMember', {
      ...member,
      jsonValue: JSON.stringify(FAMILY),
      expectDigest: digest,
    });
    expect(result.structuredContent).toMatchObject({ after: { valueJson: FAMILY } });
    const read = await stage.result('ReadComponentMember', {
      objectId,
      componentType: 'GameObject',
      name: 'name',
    });
    expect(read.structuredContent).toMatchObject({ valueJson: FAMILY });
    expect(JSON.stringify(read._meta)).toContain('valueJson: U+200D');
    expect(JSON.stringify(result.content)).not.toContain('\u200d');
    expect(JSON.stringify(result._meta)).toContain('after: U+200D');
    await stage.whole('UndoWrite', { id: (result.structuredContent as { journalId: number }).journalId });
  });
});
