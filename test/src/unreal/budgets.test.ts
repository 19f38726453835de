import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS } from '../universe/official-clients.js';
import { answer, type Facts, pngSize } from './answers.js';
import { DocumentClient } from './document-client.js';
import { DOOR_CLASS, harbour, PLANKS } from './saltmere.js';
import { visitSample } from './sample-visit.js';
import { startUnreal, type UnrealServer } from './unreal-server.js';

/** The limit of an answer as JSON, with its envelope. */
const MOST = 62_000;

describe.each(ERAS)('what is too large for %s', (_era, visit) => {
  const at = visitSample(visit);

  it('is omitted from the log, oldest lines first, with a note', async () => {
    const writes = Array.from({ length: 40 }, (_, line) => `${line}: ${'long '.repeat(600)}`);
    for (const message of writes) await answer(at.client, 'log_message', { message });
    const log = await answer(at.client, 'tail_log', { lines: 40, query: 'long' });
    expect(JSON.stringify(log).length).toBeLessThan(MOST);
    const lines = log.lines as { text: string }[];
    expect(lines.length).toBeLessThan(40);
    expect(lines.at(-1)?.text).toMatch(/^39: .*…$/);
    expect(log.note).toBe(`${40 - lines.length} older lines are left out because of their size.`);
  });

  it('is cut in one property and omitted from a list of all, with a note', async () => {
    const note = harbour('Note_0');
    const tags = Array.from({ length: 250 }, (_, tag) => `Tag_${tag}_${'x'.repeat(300)}`);
    await answer(at.client, 'set_property', { object: note, property: 'Tags', value: tags });
    const some = await answer(at.client, 'get_property', { object: note, property: 'Tags' });
    expect(JSON.stringify(some).length).toBeLessThan(MOST);
    const kept = some.value as string[];
    expect(kept).toEqual(tags.slice(0, kept.length));
    expect(some.note).toContain(`${250 - kept.length} of 250 values are cut or left out`);
    const result = await at.client.call('get_actor', { path: note });
    const actor = result.structuredContent as Facts;
    expect(JSON.stringify(actor).length).toBeLessThan(MOST);
    expect(actor.note).toMatch(/^Left out because of its size: 1 of \d+ properties\. get_property /);
    expect(result.content).toContainEqual(
      expect.objectContaining({ type: 'resource_link', uri: `unreal://actor${note}` }),
    );
    expect((await at.client.read(`unreal://actor${note}?maxBytes=500000`)).text).toContain(tags.at(-1));
    const short = (await at.client.read(`unreal://actor${note}`)).text as string;
    expect(short.length).toBeLessThan(MOST);
    expect(JSON.parse(short).note).toContain('get_property returns properties in pages');
  });
});

describe('with a small limit for results', () => {
  let server: UnrealServer;
  let client: DocumentClient;
  beforeAll(async () => {
    server = await startUnreal({ limits: { resultBytes: 6_000 } });
    client = await DocumentClient.open(server.url);
  });
  afterAll(() => server.close());

  it('makes a large picture smaller, says so, and returns a small one as it is', async () => {
    const shoot = async (toolInput: object) => {
      const { reply } = await client.ask('tools/call', { toolName: 'take_screenshot', toolInput });
      expect(reply.result?.isError).toBeUndefined();
      return JSON.parse(reply.result?.content?.[1]?.text ?? '') as Facts;
    };
    const large = await shoot({ width: 1_600, height: 1_200 });
    expect(large.note).toMatch(/Scaled from 1600 by 1200 to \d+ by \d+ pixels/);
    expect(large.bytes).toBeLessThan(4_000);
    expect(await shoot({ width: 32, height: 32 })).toMatchObject({ width: 32, height: 32 });
  });

  it('refuses a long text with the name of the tool that returns it in pages', async () => {
    const { error } = (await client.ask('resources/read', { uri: `unreal://blueprint${DOOR_CLASS}` })).reply;
    expect(error).toMatchObject({ data: { kind: 'Unsupported', hint: expect.stringMatching(/in parts/) } });
    const toolInput = { path: DOOR_CLASS, limit: 1_000 };
    const { reply } = await client.ask('tools/call', { toolName: 'get_blueprint_contents', toolInput });
    const { text, nextOffset } = JSON.parse(reply.result?.content?.[0]?.text ?? '');
    // Whole lines of at most 1,000 characters.
    expect(text).toMatch(/\n$/);
    expect(nextOffset).toBe(text.length);
    expect(nextOffset).toBeLessThanOrEqual(1_000);
    expect(nextOffset).toBeGreaterThan(800);
  });

  it('makes a texture smaller, too', async () => {
    const uri = `unreal://texture${PLANKS}`;
    const { result } = (await client.ask('resources/read', { uri })).reply;
    const [content] = (result?.contents ?? []) as { blob?: string }[];
    expect(pngSize(content?.blob ?? '').width).toBeLessThan(128);
  });
});
