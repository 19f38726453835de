import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL, type Client, type Served } from './clients.js';
import { DialectLab } from './dialect-lab.js';

const REVIEW = 'unreal://prompt/review';

describe.each(ALL)('prompts in $name', ({ revision, serve }) => {
  let served: Served;
  let client: Client;

  beforeAll(async () => {
    served = await serve(new DialectLab());
    client = await served.open(revision);
  });
  afterAll(() => served.close());

  const ask = async (method: string, params: object) => (await client.ask(method, params)).reply;
  const refused = async (method: string, params: object) => {
    const { error } = await ask(method, params);
    expect(error?.code).toBe(-32602);
    return error?.message;
  };

  it('have their templates by name and by URI, with the variables in their places', async () => {
    for (const params of [{ name: 'review' }, { uri: REVIEW }, { name: 'review', uri: REVIEW }]) {
      expect((await ask('prompts/get_template', params)).result).toMatchObject({
        name: 'review',
        uri: REVIEW,
        title: 'Review',
        description: 'Reviews an asset.',
        arguments: [{ name: 'asset', description: 'Which one.', required: true }, { name: 'tone' }],
        messages: [
          { role: 'user', content: { type: 'text', text: 'Review {{asset}}, {{tone}}.' } },
          { role: 'assistant', content: { type: 'text', text: 'Of course.' } },
        ],
      });
    }
  });

  it('are rendered by name and by URI as prompts/get renders them', async () => {
    const variables = { asset: 'the tower', tone: 'harshly' };
    const standard = await ask('prompts/get', { name: 'review', arguments: variables });
    expect(standard.result?.messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Review the tower, harshly.' } },
    ]);
    for (const params of [{ name: 'review' }, { uri: REVIEW }]) {
      expect((await ask('prompts/render', { ...params, variables })).result).toEqual(standard.result);
    }
    expect((await ask('prompts/render', { name: 'plan' })).result).toHaveProperty('messages');
  });

  it('that are unknown are refused with the known names', async () => {
    for (const method of ['prompts/get_template', 'prompts/render']) {
      for (const params of [{ name: 'revue' }, { uri: 'unreal://prompt/revue' }, { name: 'constructor' }]) {
        expect(await refused(method, params)).toMatch(/There is no prompt .*Prompts: review, plan\./);
      }
      const { error } = await ask(method, { name: 'revue' });
      expect(error?.data).toEqual({ known: ['review', 'plan'] });
    }
  });

  it('without a name are refused', async () => {
    for (const method of ['prompts/get_template', 'prompts/render']) {
      expect(await refused(method, {})).toMatch(/name.*uri/);
      expect(await refused(method, { name: 7 })).toMatch(/params\.name/);
      for (const uri of [7, 'review', 'lab://prompt/review']) {
        expect(await refused(method, { uri })).toMatch(/params\.uri/);
      }
      expect(await refused(method, { name: 'plan', uri: REVIEW })).toMatch(/different prompts/);
    }
  });

  it('whose variables are not strings are refused with the name of the variable', async () => {
    for (const value of [7, true, {}, ['the tower']]) {
      const variables = { asset: 'the tower', tone: value };
      expect(await refused('prompts/render', { name: 'review', variables })).toMatch(/variables\.tone/);
    }
    expect(await refused('prompts/render', { name: 'review', variables: 'x' })).toMatch(/params\.variables/);
  });

  it('without a required variable are refused as by prompts/get', async () => {
    expect(await refused('prompts/render', { name: 'review', variables: {} })).toMatch(/needs: asset/);
  });
});
