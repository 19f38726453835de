import { REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WRITE_ARGUMENTS } from '../api/common-arguments.js';
import { operationOf } from '../api/operation.js';
import { tool } from '../api/tool.js';
import { Lab } from '../kernel/lab.test.js';

const OPEN = { grants: { writes: true } };

const move = tool({
  name: 'move',
  description: 'Moves a star.',
  access: 'write',
  input: z.object({ id: z.string() }),
  common: WRITE_ARGUMENTS,
  call: (args, context) => ({ args, operation: operationOf(context) }),
});

const read = tool({
  name: 'read',
  description: 'Reads text.',
  access: 'read',
  input: z.object({ size: z.int() }),
  common: ['maxBytes'],
  call: ({ size }) => 'x'.repeat(size),
});

async function text(lab: Lab, name: string, args: object, more = {}): Promise<string> {
  const caller = lab.caller(REVISIONS[0] as (typeof REVISIONS)[number]);
  const { result, error } = await lab.callTool(caller, name, args as never, more);
  return error?.message ?? (result.content as { text: string }[])[0]?.text ?? '';
}

describe('common arguments', () => {
  it('are in the schema that tools/list shows, and in no tool that does not take them', async () => {
    const lab = new Lab({ tools: [move, read] }, OPEN);
    const { result } = await lab.ask(lab.caller(REVISIONS[0] as (typeof REVISIONS)[number]), 'tools/list');
    const names = (result.tools as { inputSchema: { properties: object } }[]).map(entry =>
      Object.keys(entry.inputSchema.properties),
    );
    expect(names).toEqual([
      ['id', 'operationKey', 'ifRevision', 'dryRun', 'expectDigest'],
      ['size', 'maxBytes'],
    ]);
  });

  it('reach the handler as its operation, and not as arguments', async () => {
    const lab = new Lab({ tools: [move] }, OPEN);
    const given = { id: 'vega', operationKey: 'k', ifRevision: 3, expectDigest: 'd' };
    expect(JSON.parse(await text(lab, 'move', given))).toEqual({
      args: { id: 'vega' },
      operation: { principal: 'local', client: 'lab-client', key: 'k', ifRevision: 3, expectDigest: 'd' },
    });
    expect(JSON.parse(await text(lab, 'move', { id: 'vega', dryRun: true }))).toMatchObject({
      operation: { dryRun: true },
    });
  });

  it('mark a dry run in the audit', async () => {
    const lab = new Lab({ tools: [move] }, OPEN);
    await text(lab, 'move', { id: 'vega', dryRun: true });
    expect(lab.intents).toMatchObject([{ tool: 'move', dryRun: true }]);
  });

  it('leave a dry run out where it is false', async () => {
    const lab = new Lab({ tools: [move] }, OPEN);
    const { operation } = JSON.parse(await text(lab, 'move', { id: 'vega', dryRun: false }));
    expect(operation).toEqual({ principal: 'local', client: 'lab-client' });
  });

  it('win over the same guard in _meta, which keeps working', async () => {
    const lab = new Lab({ tools: [move] }, OPEN);
    const more = { _meta: { 'worldwire/operationKey': 'meta', 'worldwire/ifRevision': 9 } };
    const { operation } = JSON.parse(await text(lab, 'move', { id: 'vega', operationKey: 'plain' }, more));
    expect(operation).toEqual({ principal: 'local', client: 'lab-client', key: 'plain', ifRevision: 9 });
  });

  it.each([
    [{ operationKey: 1 }, 'operationKey must be a string.'],
    [{ dryRun: 'yes' }, 'dryRun must be true or false'],
    [{ expectDigest: 5 }, 'expectDigest must be the digest of a dry run'],
    [{ dryRun: true, expectDigest: 'd' }, 'exclude each other'],
    [{ ifRevision: -1 }, 'ifRevision'],
    [{ ifRevision: 'new' }, 'ifRevision'],
  ])('are refused as %j', async (wrong, reason) => {
    const lab = new Lab({ tools: [move] }, OPEN);
    expect(await text(lab, 'move', { id: 'vega', ...wrong })).toContain(reason);
  });

  it('are unknown arguments of a tool that does not take them', async () => {
    const lab = new Lab({ tools: [move, read] }, OPEN);
    const refusal = await text(lab, 'move', { id: 'vega', maxBytes: 2_000 });
    expect(refusal).toContain(
      'Unknown argument "maxBytes".\nKnown: id, operationKey, ifRevision, dryRun, expectDigest.',
    );
  });

  it('may not be declared twice', () => {
    const input = z.object({ dryRun: z.boolean() });
    const { name, description, access, common } = move;
    const twice = tool({ name, description, access, input, ...(common && { common }), call: () => 'ok' });
    expect(() => new Lab({ tools: [twice] })).toThrow('declares dryRun in its input and in common');
  });
});

describe('invalid arguments', () => {
  it('name the nearest argument, all known ones, and the next step', async () => {
    const lab = new Lab({ tools: [move] }, OPEN);
    const refusal = await text(lab, 'move', { idd: 'vega' });
    expect(refusal).toContain('Unknown argument "idd". Did you mean id?\nKnown: id, ');
    expect(refusal).toMatch(/Hint: Correct the arguments and call move again\.$/);
    const hint = 'Hint: Correct the arguments and call move again. Arguments: id, operationKey?';
    expect(await text(lab, 'move', {})).toContain(hint);
  });

  it('name a few of very many unknown arguments, each cut, and count the others', async () => {
    const lab = new Lab({ tools: [move] }, OPEN);
    const many = Object.fromEntries(
      Array.from({ length: 40_000 }, (_, at) => [`${at}${'x'.repeat(200)}`, 1]),
    );
    const refusal = await text(lab, 'move', { id: 'vega', ...many });
    expect(refusal).toContain('✖ 39995 more unknown arguments.\nKnown: id, ');
    expect(refusal.length).toBeLessThan(2_000);
  });

  it('name the arguments of a nested object', async () => {
    const nested = tool({
      name: 'nested',
      description: 'Takes an object.',
      access: 'read',
      input: z.object({ place: z.object({ left: z.number().optional() }).strict().optional() }),
      call: () => 'ok',
    });
    const refusal = await text(new Lab({ tools: [nested] }), 'nested', { place: { lefft: 1 } });
    expect(refusal).toContain('Unknown argument "place.lefft". Did you mean left?\nKnown: left.');
  });
});

describe('unknown keys in _meta', () => {
  it('are refused where they begin with worldwire/, with the known ones', async () => {
    const lab = new Lab({ tools: [move] }, OPEN);
    for (const key of ['worldwire/operationkey', 'worldwire/revision', 'worldwire/']) {
      const refusal = await text(lab, 'move', { id: 'vega' }, { _meta: { [key]: 1 } });
      expect(refusal).toContain(`unknown key "${key}". Known: worldwire/operationKey, worldwire/ifRevision.`);
    }
    const foreign = await text(lab, 'move', { id: 'vega' }, { _meta: { 'example.org/trace': 1 } });
    expect(JSON.parse(foreign)).toMatchObject({ args: { id: 'vega' } });
  });
});

describe('the size of an answer', () => {
  const KIB64 = 64 * 1024;

  it('is 64 KiB at most for a tool that reads, unless maxBytes asks for more', async () => {
    const lab = new Lab({ tools: [read] });
    expect(await text(lab, 'read', { size: KIB64 - 1_000 })).toHaveLength(KIB64 - 1_000);
    expect(await text(lab, 'read', { size: KIB64 })).toContain(`larger than ${KIB64} bytes`);
    expect(await text(lab, 'read', { size: KIB64, maxBytes: 2 * KIB64 })).toHaveLength(KIB64);
    expect(await text(lab, 'read', { size: 2_000, maxBytes: 1_024 })).toContain('larger than 1024 bytes');
    expect(await text(lab, 'read', { size: 1, maxBytes: 100 })).toContain('integer of 1024 or more');
  });

  it('is what the operator sets', async () => {
    const lab = new Lab({ tools: [read] }, { limits: { answerBytes: 5_000 } });
    expect(await text(lab, 'read', { size: 4_000 })).toHaveLength(4_000);
    expect(await text(lab, 'read', { size: 5_000 })).toContain('larger than 5000 bytes');
  });

  it('is never larger than the limit of the server', async () => {
    const lab = new Lab({ tools: [read] }, { limits: { resultBytes: 100_000 } });
    expect(await text(lab, 'read', { size: 120_000, maxBytes: 1e9 })).toContain('larger than 100000 bytes');
    const large = tool({ ...move, call: () => 'x'.repeat(120_000) });
    const open = new Lab({ tools: [large] }, { ...OPEN, limits: { resultBytes: 100_000 } });
    expect(await text(open, 'move', { id: 'vega' })).toContain('larger than 100000 bytes');
  });

  it('does not hide the outcome of a write', async () => {
    const large = tool({ ...move, call: () => 'x'.repeat(2 * KIB64) });
    expect(await text(new Lab({ tools: [large] }, OPEN), 'move', { id: 'vega' })).toHaveLength(2 * KIB64);
  });
});
