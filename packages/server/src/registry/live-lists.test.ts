import { REVISION_2025_11_25 } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { prompt } from '../api/prompt.js';
import { resource } from '../api/resource.js';
import { type Tool, tool } from '../api/tool.js';
import { WorldEvents } from '../api/world-events.js';
import { Lab } from '../kernel/lab.test.js';

const named = (name: string): Tool =>
  tool({ name, description: 'Answers.', access: 'read', call: () => name });

describe('a list that changes', () => {
  it('is read again when the world announces a change', async () => {
    const events = new WorldEvents();
    let tools = [named('one')];
    const lab = new Lab({ events, tools: () => tools });
    const caller = lab.session(REVISION_2025_11_25.id);
    const names = async () => {
      const { result } = await lab.ask(caller, 'tools/list');
      return (result.tools as { name: string }[]).map(({ name }) => name);
    };
    expect(await names()).toEqual(['one']);
    tools = [named('two'), named('three')];
    expect(await names()).toEqual(['one']);
    events.toolsChanged();
    expect(await names()).toEqual(['two', 'three']);
    expect((await lab.callTool(caller, 'three')).result).toMatchObject({ content: [{ text: 'three' }] });
    expect((await lab.callTool(caller, 'one')).error.code).toBe(-32602);
  });

  it('may begin empty, and its methods are there all the same', async () => {
    const events = new WorldEvents();
    let uris: string[] = [];
    const resources = () => uris.map(uri => resource({ uri, name: uri, read: () => uri }));
    const lab = new Lab({ events, resources, prompts: () => [prompt({ name: 'p', get: () => [] })] });
    const caller = lab.session(REVISION_2025_11_25.id);
    expect((await lab.ask(caller, 'resources/list')).result.resources).toEqual([]);
    uris = ['lab://a'];
    events.resourcesChanged();
    const { result } = await lab.ask(caller, 'resources/read', { uri: 'lab://a' });
    expect(result).toMatchObject({ contents: [{ text: 'lab://a' }] });
    expect((await lab.ask(caller, 'prompts/list')).result.prompts).toHaveLength(1);
  });

  it('fails where the world speaks, not where a client asks', () => {
    const events = new WorldEvents();
    let tools = [named('one')];
    new Lab({ events, tools: () => tools });
    tools = [named('two'), named('two')];
    expect(() => events.toolsChanged()).toThrow(/two is registered twice/);
  });
});

describe('a result past its budget', () => {
  it('is refused with a hint, and the next call is served', async () => {
    const long = tool({
      name: 'long',
      description: 'Is long.',
      access: 'read',
      call: () => 'x'.repeat(2_000),
    });
    const lab = new Lab({ tools: [long, named('short')] }, { limits: { resultBytes: 1_000 } });
    const caller = lab.session(REVISION_2025_11_25.id);
    const { error } = await lab.callTool(caller, 'long');
    expect(error).toMatchObject({ code: -32603, data: { kind: 'TooLarge', hint: expect.any(String) } });
    expect((await lab.callTool(caller, 'short')).result).toMatchObject({ content: [{ text: 'short' }] });
  });
});
