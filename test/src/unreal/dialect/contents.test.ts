import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL, type Client, type Served } from './clients.js';
import { DialectLab, LARGE, LARGE_SIZE, THING } from './dialect-lab.js';

describe.each(ALL)('resources/get_content in $name', ({ revision, serve }) => {
  let served: Served;
  let client: Client;

  beforeAll(async () => {
    served = await serve(new DialectLab());
    client = await served.open(revision);
  });
  afterAll(() => served.close());

  const get = async (params: object) => (await client.ask('resources/get_content', params)).reply;

  it('returns the result of resources/read and its one content', async () => {
    const { reply: standard } = await client.ask('resources/read', { uri: THING });
    expect((await get({ uri: THING })).result).toEqual({
      ...standard.result,
      contents: [{ uri: THING, text: 'thing one' }],
      content: 'thing one',
      contentType: 'text/plain',
    });
  });

  it('returns bytes as Base64, with their type if it is known', async () => {
    expect((await get({ uri: 'lab://image' })).result).toMatchObject({
      contents: [{ uri: 'lab://image', mimeType: 'image/png', blob: 'AQID' }],
      content: 'AQID',
      contentType: 'image/png',
    });
    expect((await get({ uri: 'lab://bytes' })).result).toMatchObject({
      content: 'BA==',
      contentType: 'application/octet-stream',
    });
  });

  it('has a very long content only once, so that it fits wherever resources/read fits', async () => {
    const { result } = await get({ uri: LARGE });
    expect(result).not.toHaveProperty('content');
    expect(result).toMatchObject({ contentType: 'text/plain' });
    const [found] = (result?.contents ?? []) as { text: string }[];
    expect(found?.text.length).toBe(LARGE_SIZE);
  });

  it('fails as resources/read does', async () => {
    const { reply: standard } = await client.ask('resources/read', { uri: 'lab://none' });
    expect(standard.error?.code).toBe(revision < '2026' ? -32002 : -32602);
    expect((await get({ uri: 'lab://none' })).error).toEqual(standard.error);
    for (const params of [{ uri: 7 }, {}]) expect((await get(params)).error?.code).toBe(-32602);
  });
});
