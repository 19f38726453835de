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
  let client: Visitor;
  beforeAll(async () => {
    client = await visit(server.url);
  });
  afterAll(() => client.close());

  it('[UNREAL-5.3.1] are listed with their arguments', async () => {
    const listed = await client.prompts();
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

  it('are rendered with their arguments in every place, for any spelling of a path', async () => {
    const explained = await client.prompt('explain_blueprint', { path: `Blueprint'${DOOR_CLASS}.BP_Door'` });
    expect(explained).toContain(`Explain the Blueprint ${DOOR_CLASS} `);
    expect(explained).toContain(`get_blueprint_contents {"path":"${DOOR_CLASS}"}`);
    expect(await client.prompt('review_level', { path: HARBOUR })).toContain(`Review the level ${HARBOUR}.`);
    const planned = await client.prompt('plan_refactor', { path: DOOR_CLASS, goal: 'one {{path}} for all' });
    expect(planned).toContain(`Plan this change of ${DOOR_CLASS}: one {{path}} for all`);
    expect(await client.prompt('find_unused_assets', {})).toContain('Find the assets below /Game that');
    for (const text of [explained, planned.replace('one {{path}} for all', '')]) {
      expect(text).not.toMatch(/\{\{\w+\}\}/);
    }
  });

  it('are refused for missing or invalid arguments, and for unknown names', async () => {
    for (const [name, args] of [
      ['explain_blueprint', {}],
      ['plan_refactor', { path: DOOR_CLASS }],
      ['review_level', { path: '/Game/../x' }],
      ['write_novel', {}],
    ] as const) {
      await expect(client.prompt(name, args)).rejects.toMatchObject({ code: -32602 });
    }
  });

  it('have completions for each argument', async () => {
    const complete = (name: string, value: string) =>
      client.complete({ type: 'ref/prompt', name }, 'path', value);
    expect(await complete('explain_blueprint', 'bp_l')).toEqual([
      '/Game/Blueprints/BP_Lantern',
      '/Game/Blueprints/BP_Lighthouse',
    ]);
    expect(await complete('review_level', '/Game/')).toHaveLength(2);
    expect(await complete('plan_refactor', 'T_')).toHaveLength(3);
  });
});
