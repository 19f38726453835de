import type { JsonObject } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { text } from '../api/content.js';
import { prompt } from '../api/prompt.js';
import { template } from '../api/resource.js';
import { tool } from '../api/tool.js';
import { type Answer, Lab } from '../kernel/lab.test.js';

const NAME = 'Do\u202eor';
const SHOWN = 'Do\\u202eor';
const HIDDEN = /\u202e/;

/** Answers name what a handler was asked for. */
function lab(foreignTexts: boolean): {
  ask(method: string, params: JsonObject): Promise<Answer>;
  asked: string[];
} {
  const asked: string[] = [];
  const note = (value: string | undefined) => void asked.push(value ?? '');
  const complete = (value: string, { other }: Readonly<Record<string, string>> = {}) => {
    note(value);
    note(other);
    return [NAME];
  };
  const door = template({
    uriTemplate: 'lab://door/{name}',
    name: 'door',
    list: () => [{ uri: 'lab://door/Do%E2%80%AEor', name: NAME, description: `a ${NAME}` }],
    complete: { name: complete },
    read: ({ name }) => {
      note(name);
      return 'open';
    },
  });
  const look = prompt({
    name: 'look',
    arguments: { path: { complete } },
    get: ({ path }) => {
      note(path);
      return [];
    },
  });
  const limited = tool({
    name: 'list',
    description: 'Lists doors.',
    access: 'read',
    input: z.object({ limit: z.number() }),
    call: () => text(''),
  });
  const made = new Lab({ foreignTexts, templates: [door], prompts: [look], tools: [limited] });
  const caller = made.session('2025-11-25');
  return { ask: (method, params) => made.ask(caller, method, params), asked };
}

describe('a name with invisible characters', () => {
  it('is shown with code points in lists of resources and in completions', async () => {
    const { ask } = lab(true);
    const { result } = await ask('resources/list', {});
    expect(result).toMatchObject({ resources: [{ name: SHOWN, description: `a ${SHOWN}` }] });
    for (const ref of [
      { type: 'ref/resource', uri: 'lab://door/{name}' },
      { type: 'ref/prompt', name: 'look' },
    ]) {
      const name = ref.name === undefined ? 'name' : 'path';
      const completed = await ask('completion/complete', { ref, argument: { name, value: 'D' } });
      expect(completed.result).toMatchObject({ completion: { values: [SHOWN] } });
    }
  });

  it.each([NAME, SHOWN])('is read in URIs, prompts and completions: %j', async name => {
    const { ask, asked } = lab(true);
    await ask('resources/read', { uri: `lab://door/${encodeURIComponent(name)}` });
    await ask('prompts/get', { name: 'look', arguments: { path: name } });
    const argument = { name: 'path', value: name };
    const context = { arguments: { other: name } };
    await ask('completion/complete', { ref: { type: 'ref/prompt', name: 'look' }, argument, context });
    expect(asked).toEqual([NAME, NAME, NAME, NAME]);
  });

  it('stays as it is in a world that writes its texts itself', async () => {
    const { ask, asked } = lab(false);
    expect(await ask('resources/list', {})).toMatchObject({ result: { resources: [{ name: NAME }] } });
    await ask('prompts/get', { name: 'look', arguments: { path: SHOWN } });
    expect(asked).toEqual([SHOWN]);
  });

  it('is shown with code points where an argument is wrong', async () => {
    for (const args of [{ limit: NAME }, { limit: 1, [NAME]: 1 }]) {
      const answer = JSON.stringify(await lab(false).ask('tools/call', { name: 'list', arguments: args }));
      expect(answer).toContain('u202eor');
      expect(answer).not.toMatch(HIDDEN);
    }
  });
});
