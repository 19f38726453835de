import { type JsonObject, REVISIONS, type Revision } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { Lab } from '../kernel/lab.test.js';
import { audio, type Block, embedded, error, image, link, text } from './content.js';
import { prompt, user } from './prompt.js';
import { tool } from './tool.js';
import { WorldError } from './world-error.js';

/** The result of a tool that returns the value. */
async function resultOf(value: unknown, revision: Revision): Promise<JsonObject> {
  const give = tool({ name: 'give', description: 'Gives it.', access: 'read', call: () => value });
  const lab = new Lab({ tools: [give] });
  return (await lab.callTool(lab.caller(revision), 'give')).result;
}

async function contentOf(value: unknown, revision: Revision): Promise<unknown> {
  return (await resultOf(value, revision)).content;
}

const WAV = audio(Uint8Array.of(1, 2, 3), 'audio/wav');
const MAP = link({ uri: 'lab://map', name: 'map', mimeType: 'image/png' });

describe('what a tool returns', () => {
  it.each(REVISIONS)('becomes content: texts, blocks, plain values, or nothing ($id)', async revision => {
    expect(await contentOf('hello', revision)).toEqual([{ type: 'text', text: 'hello' }]);
    expect(await contentOf(text('hello'), revision)).toEqual([{ type: 'text', text: 'hello' }]);
    expect(await contentOf({ n: 1 }, revision)).toEqual([{ type: 'text', text: '{"n":1}' }]);
    expect(await contentOf([1, 2], revision)).toEqual([{ type: 'text', text: '[1,2]' }]);
    expect(await contentOf(false, revision)).toEqual([{ type: 'text', text: 'false' }]);
    expect(await contentOf(undefined, revision)).toEqual([]);
    expect(await contentOf(null, revision)).toEqual([]);
  });

  it('is awaited, whichever kind of promise it is', async () => {
    const query = {
      // biome-ignore lint/suspicious/noThenProperty: query builders are made like this
      then: (resolve: (value: string) => void) => resolve('rows'),
    };
    for (const value of [Promise.resolve('rows'), query]) {
      expect(await contentOf(value, REVISIONS[0]!)).toEqual([{ type: 'text', text: 'rows' }]);
    }
  });

  it.each(REVISIONS)('carries images and embedded resources in every revision ($id)', async revision => {
    const note = { uri: 'lab://note', mimeType: 'text/plain', text: 'n' };
    expect(await contentOf([image(Uint8Array.of(0xff, 0), 'image/png'), embedded(note)], revision)).toEqual([
      { type: 'image', data: '/wA=', mimeType: 'image/png' },
      { type: 'resource', resource: note },
    ]);
  });

  it('takes bytes from the middle of a buffer, and Base64 as it is', () => {
    const bytes = Uint8Array.of(9, 1, 2, 3, 9).subarray(1, 4);
    expect(image(bytes, 'image/png').wire).toMatchObject({ data: 'AQID' });
    expect(image('AQID', 'image/png').wire).toMatchObject({ data: 'AQID' });
  });

  it.each(REVISIONS)('has audio since 2025-03-26 and text before ($id)', async revision => {
    const sound = { type: 'audio', data: 'AQID', mimeType: 'audio/wav' };
    const words = { type: 'text', text: expect.stringContaining('audio/wav') };
    expect(await contentOf(WAV, revision)).toEqual([revision.id >= '2025-03-26' ? sound : words]);
  });

  it.each(REVISIONS)('has resource links since 2025-06-18 and text before ($id)', async revision => {
    const pointer = { type: 'resource_link', uri: 'lab://map', name: 'map', mimeType: 'image/png' };
    const words = { type: 'text', text: expect.stringContaining('lab://map') };
    expect(await contentOf(MAP, revision)).toEqual([revision.id >= '2025-06-18' ? pointer : words]);
  });

  it.each(REVISIONS)('may be a failure that the model can read, with a hint ($id)', async revision => {
    expect(await resultOf(error('No paint left.', 'Buy some.'), revision)).toMatchObject({
      content: [{ type: 'text', text: 'No paint left.\nHint: Buy some.' }],
      isError: true,
    });
  });
});

describe('what a prompt returns', () => {
  const sings = (content: Block) =>
    new Lab({ prompts: [prompt({ name: 'sing', get: () => [user(content)] })] });

  it.each(REVISIONS)('becomes text where the revision lacks the block ($id)', async revision => {
    for (const [block, since] of [
      [WAV, '2025-03-26'],
      [MAP, '2025-06-18'],
    ] as const) {
      const lab = sings(block);
      const { result } = await lab.ask(lab.caller(revision), 'prompts/get', { name: 'sing' });
      const type = revision.id >= since ? block.wire.type : 'text';
      expect(result.messages).toEqual([{ role: 'user', content: expect.objectContaining({ type }) }]);
    }
  });
});

describe('what a tool throws', () => {
  async function thrown(reason: unknown, revision: Revision) {
    const fall = tool({
      name: 'fall',
      description: 'Falls.',
      access: 'read',
      call: () => {
        throw reason;
      },
    });
    const lab = new Lab({ tools: [fall] });
    return { lab, answer: await lab.callTool(lab.caller(revision), 'fall') };
  }

  it.each(REVISIONS)(
    'is a failed result with its kind and hint where the world names it ($id)',
    async revision => {
      const { lab, answer } = await thrown(
        new WorldError('Conflict', 'Taken.', 'Pick another.', 'secret'),
        revision,
      );
      expect(answer.result).toMatchObject({
        isError: true,
        content: [{ type: 'text', text: 'Conflict: Taken.\nHint: Pick another.' }],
      });
      expect(JSON.stringify(answer)).not.toContain('secret');
      expect(lab.errors).toEqual([]);
    },
  );

  it.each(REVISIONS)(
    'is a failed result without details where it is a bug; the log has them ($id)',
    async revision => {
      const bug = new TypeError('password is hunter2');
      const { lab, answer } = await thrown(bug, revision);
      expect(answer.result).toMatchObject({ isError: true });
      expect(JSON.stringify(answer)).not.toMatch(/hunter2|TypeError|\.ts/);
      expect(lab.errors).toMatchObject([{ fields: { tool: 'fall', err: bug } }]);
    },
  );
});
