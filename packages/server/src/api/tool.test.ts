import { REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ALL_CAPABILITIES, type Answer, Lab } from '../kernel/lab.test.js';
import { tool } from './tool.js';

const seen: unknown[] = [];
const paint = tool({
  name: 'paint',
  description: 'Paints a wall.',
  access: 'read',
  input: z.object({
    colour: z.string(),
    coats: z.int().min(1).default(1),
    edge: z.object({ mm: z.number() }).optional(),
  }),
  call: args => {
    seen.push(args);
    return 'painted';
  },
});
const free = tool({
  name: 'free',
  description: 'Takes anything.',
  access: 'read',
  input: z.looseObject({}),
  call: args => JSON.stringify(args),
});
const plain = tool({ name: 'plain', description: 'Takes nothing.', access: 'read', call: () => 'ok' });
const world = { tools: [paint, free, plain] };

/** What the refusal says, wherever the revision puts it. */
function refusal(answer: Answer): string {
  if (answer.error !== undefined) return answer.error.message;
  const [block] = answer.result.content as unknown as { text: string }[];
  return block?.text ?? '';
}

describe('tool arguments', () => {
  it.each(REVISIONS)('are shown to the handler parsed and with their defaults ($id)', async revision => {
    const lab = new Lab(world);
    seen.length = 0;
    const answer = await lab.callTool(lab.caller(revision), 'paint', { colour: 'red' });
    expect(answer.result).toMatchObject({ content: [{ type: 'text', text: 'painted' }] });
    expect(answer.result).not.toHaveProperty('isError');
    expect(seen).toEqual([{ colour: 'red', coats: 1 }]);
  });

  it.each(REVISIONS)(
    'that do not fit name every problem and its place, and never run the handler ($id)',
    async revision => {
      const lab = new Lab(world);
      seen.length = 0;
      const wrong = { coats: 0, edge: { mm: 'wide' } };
      const said = refusal(await lab.callTool(lab.caller(revision), 'paint', wrong));
      expect(said).toContain('paint');
      expect(said).toContain('colour');
      expect(said).toContain('coats');
      expect(said).toContain('edge.mm');
      expect(seen).toEqual([]);
    },
  );

  it.each(REVISIONS)(
    'that do not fit are a failed result since 2025-11-25 and -32602 before ($id)',
    async revision => {
      const lab = new Lab(world);
      const answer = await lab.callTool(lab.caller(revision), 'paint', {});
      if (revision.id >= '2025-11-25') {
        expect(answer.result).toMatchObject({ isError: true, content: [{ type: 'text' }] });
      } else expect(answer.error.code).toBe(-32602);
    },
  );

  it.each(REVISIONS)('that the tool does not know are refused by name ($id)', async revision => {
    const lab = new Lab(world);
    const caller = lab.caller(revision);
    expect(refusal(await lab.callTool(caller, 'paint', { colour: 'red', glitter: true }))).toContain(
      'glitter',
    );
    expect(refusal(await lab.callTool(caller, 'plain', { anything: 1 }))).toContain('anything');
  });

  it('that the tool does not know reach it where its schema is open', async () => {
    const lab = new Lab(world);
    for (const revision of REVISIONS) {
      const { result } = await lab.callTool(lab.caller(revision), 'free', { any: [1] });
      expect(result.content).toEqual([{ type: 'text', text: '{"any":[1]}' }]);
    }
  });

  it('may be left out where none is needed', async () => {
    const lab = new Lab(world);
    for (const revision of REVISIONS) {
      expect((await lab.ask(lab.caller(revision), 'tools/call', { name: 'plain' })).result.content).toEqual([
        { type: 'text', text: 'ok' },
      ]);
    }
  });

  it.each(REVISIONS)('that are no object are -32602 ($id)', async revision => {
    const lab = new Lab(world);
    for (const args of [[], 'red', 7]) {
      const { error } = await lab.ask(lab.caller(revision), 'tools/call', { name: 'paint', arguments: args });
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('params.arguments') });
    }
  });
});

describe('a tool that does not exist', () => {
  it.each(REVISIONS)('is -32602 and says where to look ($id)', async revision => {
    const lab = new Lab(world);
    for (const name of ['pant', 'constructor', '__proto__']) {
      const { error } = await lab.callTool(lab.caller(revision), name);
      expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('tools/list') });
    }
    expect((await lab.ask(lab.caller(revision), 'tools/call')).error.code).toBe(-32602);
  });

  it('is not quoted at full length', async () => {
    const lab = new Lab(world);
    const caller = lab.session('2025-11-25');
    const { error } = await lab.callTool(caller, 'x'.repeat(5_000));
    expect(error.message.length).toBeLessThan(300);
  });
});

describe('a tool that requires a client capability', () => {
  const picky = tool({
    name: 'picky',
    description: 'Needs a model.',
    access: 'read',
    requires: { sampling: {}, extensions: { 'example.org/maps': {} } },
    call: () => 'served',
  });

  it.each(REVISIONS)('answers -32021 with what is missing, before it runs ($id)', async revision => {
    const lab = new Lab({ tools: [picky] });
    const { error } = await lab.callTool(lab.caller(revision), 'picky');
    expect(error.code).toBe(-32021);
    expect(error.data).toEqual({
      requiredCapabilities: { sampling: {}, extensions: { 'example.org/maps': {} } },
    });
    const partly = await lab.callTool(lab.caller(revision, ALL_CAPABILITIES), 'picky');
    expect(partly.error.data).toEqual({ requiredCapabilities: { extensions: { 'example.org/maps': {} } } });
  });

  it.each(REVISIONS)('runs for a client that declares it ($id)', async revision => {
    const lab = new Lab({ tools: [picky] });
    const caller = lab.caller(revision, { sampling: {}, extensions: { 'example.org/maps': {} } });
    expect((await lab.callTool(caller, 'picky')).result.content).toEqual([{ type: 'text', text: 'served' }]);
  });
});
