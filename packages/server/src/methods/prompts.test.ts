import { REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { image } from '../api/content.js';
import { assistant, prompt, user } from '../api/prompt.js';
import { WorldError } from '../api/world-error.js';
import { Lab } from '../kernel/lab.test.js';

const ICONS = [{ src: 'https://example.org/i.png' }];
const prompts = [
  prompt({
    name: 'greet',
    title: 'Greet',
    description: 'Greets somebody.',
    icons: ICONS,
    meta: { 'example.org/a': 1 },
    arguments: {
      who: { title: 'Who', description: 'The one to greet', required: true },
      town: { required: true },
      tone: { required: false },
      style: {},
    },
    get: ({ who, tone }) => [
      user(`Greet ${who}, ${tone ?? 'kindly'}.`),
      assistant(image('AQID', 'image/png')),
    ],
  }),
  prompt({ name: 'plain', get: async () => [user('Hi.')] }),
  prompt({
    name: 'shut',
    get: () => {
      throw new WorldError('NotFound', 'No such thing.', 'Wait.');
    },
  }),
];

describe('prompts/list', () => {
  it.each(REVISIONS)(
    'shows names, descriptions and arguments, titles and icons where they exist ($id)',
    async revision => {
      const lab = new Lab({ prompts });
      const titled = revision.id >= '2025-06-18';
      expect((await lab.ask(lab.caller(revision), 'prompts/list')).result.prompts).toEqual([
        {
          name: 'greet',
          ...(titled && { title: 'Greet' }),
          description: 'Greets somebody.',
          arguments: [
            { name: 'who', ...(titled && { title: 'Who' }), description: 'The one to greet', required: true },
            { name: 'town', required: true },
            { name: 'tone', required: false },
            { name: 'style' },
          ],
          ...(revision.id >= '2025-11-25' && { icons: ICONS }),
          _meta: { 'example.org/a': 1 },
        },
        { name: 'plain' },
        { name: 'shut' },
      ]);
    },
  );
});

describe('prompts/get', () => {
  it.each(REVISIONS)('gives the messages with the arguments in them ($id)', async revision => {
    const lab = new Lab({ prompts });
    const { result } = await lab.ask(lab.caller(revision), 'prompts/get', {
      name: 'greet',
      arguments: { who: 'Ada', town: 'London' },
    });
    expect(result).toMatchObject({
      description: 'Greets somebody.',
      messages: [
        { role: 'user', content: { type: 'text', text: 'Greet Ada, kindly.' } },
        { role: 'assistant', content: { type: 'image', data: 'AQID', mimeType: 'image/png' } },
      ],
    });
  });

  it.each(REVISIONS)('names every required argument that is missing ($id)', async revision => {
    const lab = new Lab({ prompts });
    const get = (args: Record<string, string>) =>
      lab.ask(lab.caller(revision), 'prompts/get', { name: 'greet', arguments: args });
    expect((await get({})).error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/who, town/),
    });
    const { error } = await get({ who: 'Ada' });
    expect(error.message).toContain('town');
    expect(error.message).not.toContain('who');
  });

  it('takes texts alone as arguments', async () => {
    const lab = new Lab({ prompts });
    for (const args of [{ who: 1 }, { who: null }, []]) {
      const { error } = await lab.ask(lab.session('2025-11-25'), 'prompts/get', {
        name: 'greet',
        arguments: args,
      });
      expect(error.code).toBe(-32602);
    }
  });

  it.each(REVISIONS)('says where to look when there is no such prompt ($id)', async revision => {
    const lab = new Lab({ prompts });
    for (const name of ['gret', 'constructor']) {
      const { error } = await lab.ask(lab.caller(revision), 'prompts/get', { name });
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('prompts/list') });
    }
    expect((await lab.ask(lab.caller(revision), 'prompts/get')).error.code).toBe(-32602);
  });

  it('passes on a failure the world names', async () => {
    const lab = new Lab({ prompts });
    expect((await lab.ask(lab.session('2025-11-25'), 'prompts/get', { name: 'shut' })).error).toEqual({
      code: -32602,
      message: 'No such thing.',
      data: { kind: 'NotFound', hint: 'Wait.' },
    });
  });
});
