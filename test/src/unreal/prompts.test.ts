import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type Visitor } from '../universe/official-clients.js';
import { DOOR_CLASS, HARBOUR } from './saltmere.js';
import { startUnreal, type UnrealServer } from './unreal-server.js';

let server: UnrealServer;
beforeAll(async () => {
  server = await startUnreal();
});
afterAll(() => server.close());

describe.each(ERAS)('the prompts that %s asks for', (_era, visit) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visit(server.url);
  });
  afterAll(() => visitor.close());

  it('[UNREAL-5.3.1] are listed with their arguments', async () => {
    const listed = await visitor.prompts();
    expect(listed.map(({ name }) => name)).toEqual([
      'explain_blueprint',
      'review_level',
      'find_unused_assets',
      'plan_refactor',
    ]);
    expect(listed.at(-1)?.arguments).toMatchObject([
      { name: 'path', required: true },
      { name: 'goal', required: true },
    ]);
    expect(listed[2]?.arguments).toMatchObject([{ name: 'path', required: false }]);
  });

  it('are rendered with their arguments in every place, however a path is spelled', async () => {
    const explained = await visitor.prompt('explain_blueprint', { path: `Blueprint'${DOOR_CLASS}.BP_Door'` });
    expect(explained).toContain(`Explain the Blueprint ${DOOR_CLASS} `);
    expect(explained).toContain(`get_blueprint_contents {"path":"${DOOR_CLASS}"}`);
    expect(await visitor.prompt('review_level', { path: HARBOUR })).toContain(`Review the level ${HARBOUR}.`);
    const planned = await visitor.prompt('plan_refactor', { path: DOOR_CLASS, goal: 'one {{path}} for all' });
    expect(planned).toContain(`Plan this change of ${DOOR_CLASS}: one {{path}} for all`);
    expect(await visitor.prompt('find_unused_assets', {})).toContain('Find the assets below /Game that');
    for (const text of [explained, planned.replace('one {{path}} for all', '')]) {
      expect(text).not.toMatch(/\{\{\w+\}\}/);
    }
  });

  it('are refused without what they need, with what makes no sense, and where there are none', async () => {
    for (const [name, args] of [
      ['explain_blueprint', {}],
      ['plan_refactor', { path: DOOR_CLASS }],
      ['review_level', { path: '/Game/../x' }],
      ['write_novel', {}],
    ] as const) {
      await expect(visitor.prompt(name, args)).rejects.toMatchObject({ code: -32602 });
    }
  });

  it('have completions, each of what it is about', async () => {
    const complete = (name: string, value: string) =>
      visitor.complete({ type: 'ref/prompt', name }, 'path', value);
    expect(await complete('explain_blueprint', 'bp_l')).toEqual([
      '/Game/Blueprints/BP_Lantern',
      '/Game/Blueprints/BP_Lighthouse',
    ]);
    expect(await complete('review_level', '/Game/')).toHaveLength(2);
    expect(await complete('plan_refactor', 'T_')).toHaveLength(3);
  });
});
