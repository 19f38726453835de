import { describe, expect, it } from 'vitest';
import { Stage } from '../stage.test.js';
import { renderTemplate } from './prompt-template.js';

interface Message {
  readonly role: string;
  readonly content: { readonly type: string; readonly text: string; readonly uri: string };
}

async function get(stage: Stage, name: string, args: Record<string, string> = {}): Promise<Message[]> {
  const { messages } = await stage.ask('prompts/get', { name, arguments: args });
  return messages as unknown as Message[];
}

describe('the prompts', () => {
  it.each([
    ['explain_blueprint', '/Game/Doors/BP_Door', 'unreal://blueprint/Game/Doors/BP_Door'],
    ['review_level', '/Game/Maps/Hall', 'unreal://level/Game/Maps/Hall'],
    ['find_unused_assets', '/Game/Doors', 'unreal://assets?path=%2FGame%2FDoors'],
    ['plan_refactor', '/Game/Doors/BP_Door', 'unreal://asset/Game/Doors/BP_Door'],
  ])('%s is about its path, and links to it', async (name, path, uri) => {
    const stage = await Stage.open();
    const messages = await get(stage, name, { path, goal: 'one base class' });
    expect(messages[0]).toMatchObject({ role: 'user', content: { type: 'text' } });
    expect(messages[0]?.content.text).toContain(path);
    expect(messages[0]?.content.text).not.toContain('{{');
    expect(messages[1]?.content).toMatchObject({ type: 'resource_link', uri });
    await stage.read(uri);
  });

  it('name only existing tools and arguments', async () => {
    const stage = await Stage.open();
    const { tools } = (await stage.ask('tools/list')) as unknown as { tools: { name: string }[] };
    const names = new Set(tools.map(({ name }) => name));
    let calls = 0;
    for (const { messages } of stage.unreal.templates) {
      for (const [, tool, args] of messages[0]?.text.matchAll(/\b([a-z]+_[a-z_]+) (\{"[^}]+\}*"?[^}]*\})/g) ??
        []) {
        calls++;
        expect(names).toContain(tool);
        const given = JSON.parse((args as string).replace('{{path}}', '/Game/Doors/BP_Door'));
        const result = await stage.result(tool as string, given);
        expect(result.content[0]?.text).not.toMatch(/^InvalidArgument/);
      }
    }
    expect(calls).toBe(5);
  });

  it('accept any spelling of a path, and search everywhere without one', async () => {
    const stage = await Stage.open();
    const [message] = await get(stage, 'explain_blueprint', {
      path: "Blueprint'/Game/Doors/BP_Door.BP_Door'",
    });
    expect(message?.content.text).toContain('the Blueprint /Game/Doors/BP_Door to');
    for (const args of [{}, { path: '' }]) {
      expect((await get(stage, 'find_unused_assets', args as never))[0]?.content.text).toContain(
        'below /Game that',
      );
    }
    await expect(get(stage, 'explain_blueprint')).rejects.toThrow('needs: path');
    await expect(get(stage, 'explain_blueprint', { path: '../x' })).rejects.toThrow('is not the path');
    await expect(get(stage, 'plan_refactor', { path: '/Game/A/B' })).rejects.toThrow('needs: goal');
  });

  it('insert a goal unchanged', async () => {
    const stage = await Stage.open();
    const goal = '{{path}} $& {{goal}}';
    const [message] = await get(stage, 'plan_refactor', { path: '/Game/A/B', goal });
    expect(message?.content.text).toContain(`/Game/A/B: ${goal}`);
  });

  it('describe their arguments and complete paths', async () => {
    const stage = await Stage.open();
    const { prompts } = (await stage.ask('prompts/list')) as unknown as {
      prompts: { name: string; arguments: { name: string; description: string; required: boolean }[] }[];
    };
    expect(prompts.map(({ name }) => name)).toEqual([
      'explain_blueprint',
      'review_level',
      'find_unused_assets',
      'plan_refactor',
    ]);
    const described = prompts.flatMap(({ arguments: args }) => args);
    expect(described.length).toBeGreaterThan(0);
    for (const { description } of described) expect(description).toBeTruthy();
    expect(prompts[2]?.arguments).toMatchObject([{ name: 'path', required: false }]);
    const complete = (name: string) => stage.complete({ type: 'ref/prompt', name }, 'path', '/Game/');
    expect(await complete('explain_blueprint')).toEqual(['/Game/Doors/BP_Door']);
    expect(await complete('review_level')).toEqual(['/Game/Maps/Hall']);
    expect(await complete('plan_refactor')).toHaveLength(4);
    expect(await stage.complete({ type: 'ref/prompt', name: 'plan_refactor' }, 'goal', 'x')).toEqual([]);
  });

  it('are templates with URIs', async () => {
    const { templates } = (await Stage.open()).unreal;
    expect(templates).toHaveLength(4);
    for (const template of templates) {
      expect(template.uri).toBe(`unreal://prompt/${template.name}`);
      const places = [...(template.messages[0]?.text.matchAll(/\{\{(\w+)\}\}/g) ?? [])].map(
        ([, name]) => name,
      );
      expect(new Set(places)).toEqual(new Set(Object.keys(template.arguments)));
    }
    const unused = templates.find(({ name }) => name === 'find_unused_assets')!;
    expect(renderTemplate(unused, {})[0]?.text).toContain('"path":"/Game"');
    expect(renderTemplate(unused, JSON.parse('{"__proto__":"x","path":"/Game/A"}'))[0]?.text).toContain(
      '/Game/A',
    );
  });
});
