import { type JsonObject, REVISION_2026_07_28, REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WRITE_ARGUMENTS } from '../api/common-arguments.js';
import { type Tool, tool } from '../api/tool.js';
import type { WaitingApproval } from '../approvals/approval.js';
import { Approvals } from '../approvals/approvals.js';
import { Lab, type LabOptions } from '../kernel/lab.test.js';
import { DEFAULT_LIMITS } from '../limits/limits.js';
import { Principal } from '../policy/principal.js';
import { Rights } from '../policy/rights.js';
import type { Caller } from '../sessions/caller.js';

const PERSON = new Principal('ann', 'token', Rights.parse(['approve']));

/** Without a file, it writes the one that runs at the next start. */
function writeFile(ran: object[]): Tool {
  return tool({
    name: 'write_file',
    description: 'Writes a file.',
    access: 'write',
    common: WRITE_ARGUMENTS,
    input: z.object({
      text: z.string(),
      file: z.string().optional(),
      parent: z.string().nullable().optional(),
      place: z.object({ x: z.number(), y: z.number().optional() }).optional(),
    }),
    accessOf: ({ file }) => (file === undefined ? 'danger' : 'write'),
    raises: [{ access: 'danger', when: 'file is left out', example: { text: '' } }],
    about: ({ file }) => ({ object: file === undefined ? 'boot' : file }),
    call: args => {
      ran.push(args);
      return { before: null, after: args.file ?? 'boot', digest: 'd' };
    },
  });
}

function lab(options: LabOptions = {}) {
  const ran: object[] = [];
  const made = new Lab({ opens: 'danger', tools: [writeFile(ran)] }, options);
  const caller = (...words: readonly string[]): Caller => ({
    who: new Principal('agent', 'token', Rights.parse(words)),
    revision: REVISION_2026_07_28,
    capabilities: {},
    client: { name: 'lab-client', version: '1' },
    logLevel: undefined,
    session: undefined,
  });
  const write = (words: readonly string[], args: JsonObject) =>
    made.callTool(caller(...words), 'write_file', args);
  return { made, ran, caller, write };
}

const text = (answer: unknown) => JSON.stringify(answer);

describe('null for an optional argument', () => {
  it.each(REVISIONS)('is the same as no argument, also inside an object, in $id', async revision => {
    const { made, ran } = lab({ grants: { writes: true, eval: true } });
    const args = { text: 'a', file: null, place: { x: 1, y: null }, dryRun: null, operationKey: null };
    const answer = await made.callTool(made.caller(revision), 'write_file', args);
    expect(answer.result.isError ?? false).toBe(false);
    expect(ran).toEqual([{ text: 'a', place: { x: 1 } }]);
  });

  it('stays null where the schema allows it', async () => {
    const { ran, write } = lab();
    await write(['write'], { text: 'a', file: 'notes', parent: null });
    expect(ran).toEqual([{ text: 'a', file: 'notes', parent: null }]);
  });

  it.each([
    ['a required argument', { text: null, file: 'notes' }, 'text'],
    ['a required member', { text: 'a', file: 'notes', place: { x: null } }, 'place.x'],
    ['an unknown argument', { text: 'a', file: 'notes', fiel: null }, 'fiel'],
  ])('is an error for %s', async (_what, args, name) => {
    const { ran, write } = lab();
    expect(text(await write(['write'], args))).toContain(name);
    expect(ran).toEqual([]);
  });

  it('is no way around the access that follows from an absent argument', async () => {
    const { made, ran, caller, write } = lab();
    expect(text(await write(['write'], { text: 'a', file: null }))).toContain('needs the right lab:eval');
    expect(ran).toEqual([]);
    const { who } = caller('write');
    const params = { name: 'write_file', arguments: { text: 'a', file: null } };
    const request = { kind: 'request', id: 1, method: 'tools/call', params } as const;
    expect(made.kernel.missingRight(request, who)?.right).toBe('eval');
  });

  it('is not in the audit, whose digest is that of the call without the argument', async () => {
    const { made, write } = lab();
    await write(['eval'], { text: 'a', file: null, dryRun: null });
    await write(['eval'], { text: 'a' });
    const [first, second] = made.intents;
    expect(first).toMatchObject({ access: 'danger', about: { object: 'boot' }, arguments: '{"text":"a"}' });
    expect(first?.argumentsDigest).toBe(second?.argumentsDigest);
  });

  it('is not in the plan that a person approves', async () => {
    let count = 0;
    const mintId = () => `a${++count}`;
    const queue = new Approvals({ limits: DEFAULT_LIMITS, date: () => 0, mintId, record: () => {} });
    const { made, ran, caller } = lab({
      environment: { approval: { rule: 'writes', by: 'operator', queue } },
    });
    const waits = made.sendTool(caller('eval'), 'write_file', { text: 'a', file: null });
    await expect.poll(() => queue.size).toBe(1);
    expect(queue.waiting[0]?.plan).toMatchObject({ access: 'danger', arguments: '{"text":"a"}' });
    const [{ plan }] = queue.waiting as [WaitingApproval];
    await queue.decide('a1', { approve: true, digest: plan.digest }, PERSON);
    await waits.answer();
    expect(ran.at(-1)).toEqual({ text: 'a' });
  });

  it('is accepted by the tools of the compact form', async () => {
    const many = Array.from({ length: 40 }, (_, n) =>
      tool({
        name: `t${n}`,
        description: 'Does it.',
        access: 'read',
        input: z.object({ a: z.string().optional() }),
        call: ({ a }) => `given ${a}`,
      }),
    );
    const made = new Lab({ tools: many }, { environment: { compact: true } });
    const caller = made.caller(REVISION_2026_07_28);
    const searched = await made.callTool(caller, 'search_tools', { query: null, limit: null });
    expect(text(searched)).toContain('t39');
    for (const args of [null, { a: null }]) {
      const called = await made.callTool(caller, 'call_tool', { name: 't3', arguments: args });
      expect(text(called)).toContain('given undefined');
    }
  });
});
