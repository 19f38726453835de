import { REVISION_2026_07_28, TASKS_EXTENSION } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WRITE_ARGUMENTS } from '../api/common-arguments.js';
import { countItems } from '../api/planned-effect.js';
import { type Tool, tool } from '../api/tool.js';
import type { WaitingApproval } from '../approvals/approval.js';
import { Approvals } from '../approvals/approvals.js';
import { Lab, type LabOptions } from '../kernel/lab.test.js';
import { DEFAULT_LIMITS } from '../limits/limits.js';
import { Gates } from '../policy/gates.js';
import { Policy } from '../policy/policy.js';
import { Principal } from '../policy/principal.js';
import { Rights } from '../policy/rights.js';
import type { Caller } from '../sessions/caller.js';

/** Writes a file. The file `boot` runs later. */
function writeFile(ran: string[]): Tool {
  return tool({
    name: 'write_file',
    description: 'Writes a file.',
    access: 'write',
    common: WRITE_ARGUMENTS,
    input: z.object({ file: z.string().trim(), text: z.string().default('') }),
    accessOf: ({ file }) => (file === 'boot' ? 'danger' : 'read'),
    raises: [{ access: 'danger', when: 'file is boot', example: { file: 'boot' } }],
    plan: ({ file }, context) => {
      ran.push(`${file} planned as ${context.access}`);
      const items = [{ what: 'adds' as const, subject: String(file) }];
      return { effect: { sentence: 'Adds it.', items, totals: countItems(items) }, digest: 'd' };
    },
    call: ({ file }, context) => {
      ran.push(`${file} as ${context.access}`);
      return { before: null, after: file, digest: 'd' };
    },
  });
}

function lab(options: LabOptions = {}, more: Partial<Tool> = {}) {
  const ran: string[] = [];
  const made = new Lab({ opens: 'danger', tools: [{ ...writeFile(ran), ...more }] }, options);
  const caller = (words: readonly string[], capabilities = {}): Caller => ({
    who: new Principal('agent', 'token', Rights.parse(words)),
    revision: REVISION_2026_07_28,
    capabilities,
    client: { name: 'lab-client', version: '1' },
    logLevel: undefined,
    session: undefined,
  });
  return { made, ran, caller };
}

function approvals(): Approvals {
  let count = 0;
  return new Approvals({
    limits: DEFAULT_LIMITS,
    date: () => 0,
    mintId: () => `a${++count}`,
    record: () => {},
  });
}

const PERSON = new Principal('ann', 'token', Rights.parse(['approve']));
const TASKS = { extensions: { [TASKS_EXTENSION]: {} } };
const text = (answer: unknown) => JSON.stringify(answer);

describe('the access of a call', () => {
  it('is raised by its arguments, which need the right of the caller', async () => {
    const { made, ran, caller } = lab();
    const writer = caller(['write']);
    await made.callTool(writer, 'write_file', { file: 'notes' });
    expect(text(await made.callTool(writer, 'write_file', { file: 'boot' }))).toContain(
      'needs the right lab:eval',
    );
    await made.callTool(caller(['eval']), 'write_file', { file: 'boot' });
    expect(ran).toEqual(['notes as write', 'boot as danger']);
  });

  it('follows from the arguments as the handler gets them', async () => {
    const { made, ran, caller } = lab();
    const answer = await made.callTool(caller(['write']), 'write_file', { file: ' boot ', dryRun: true });
    expect(text(answer)).toContain('lab:eval');
    expect(ran).toEqual([]);
  });

  it('is that of the tool for invalid arguments, which are refused as such', async () => {
    const { made, caller } = lab();
    const answer = await made.callTool(caller(['write']), 'write_file', { file: 'boot', more: 1 });
    expect(text(answer)).toContain('Unknown argument');
  });

  it('is in the audit, also of a refused call', async () => {
    const { made, caller } = lab();
    await made.callTool(caller(['write']), 'write_file', { file: 'boot' });
    await made.callTool(caller(['write']), 'write_file', { file: 'notes' });
    expect(made.audits.map(({ access, outcome }) => [access, outcome])).toEqual([
      ['danger', 'denied'],
      ['write', 'done'],
    ]);
  });

  it('is compared with the ceiling and with gates', async () => {
    const world = { name: 'lab', opens: 'danger' } as const;
    const gates = new Gates();
    gates.set('lab', 'write');
    const { made, caller } = lab({ environment: { policy: new Policy(world, {}, { gates }) } });
    const all = caller(['eval']);
    expect(text(await made.callTool(all, 'write_file', { file: 'boot' }))).toContain('closed code in lab');
    expect(text(await made.callTool(all, 'write_file', { file: 'notes' }))).not.toContain('isError');
    const low = lab({ environment: { policy: new Policy({ name: 'lab' }, { writes: true }) } });
    const answer = await low.made.callTool(low.caller(['eval']), 'write_file', { file: 'boot' });
    expect(text(answer)).toContain('--allow eval');
  });

  it('names the missing right before the call, for a challenge of OAuth', () => {
    const { made, caller } = lab();
    const { who } = caller(['write']);
    const request = (file: string) =>
      ({
        kind: 'request',
        id: 1,
        method: 'tools/call',
        params: { name: 'write_file', arguments: { file } },
      }) as const;
    expect(made.kernel.missingRight(request('boot'), who)?.right).toBe('eval');
    expect(made.kernel.missingRight(request('notes'), who)).toBeUndefined();
  });

  it('decides whether a call waits for a person', async () => {
    const queue = approvals();
    const { made, ran, caller } = lab({ environment: { approval: { rule: 'eval', by: 'operator', queue } } });
    const all = caller(['eval']);
    await made.callTool(all, 'write_file', { file: 'notes' });
    const waits = made.sendTool(all, 'write_file', { file: 'boot' });
    await expect.poll(() => queue.size).toBe(1);
    expect(queue.waiting[0]?.plan).toMatchObject({ access: 'danger' });
    // It is planned with the same access.
    expect(ran).toEqual(['notes as write', 'boot planned as danger']);
    waits.call?.cancel('The test is over.');
  });

  it.each([{}, TASKS])('is asked again for the arguments that a person gave, with %o', async capabilities => {
    const queue = approvals();
    const { made, ran, caller } = lab({
      environment: { approval: { rule: 'writes', by: 'operator', queue } },
    });
    const writing = made.sendTool(caller(['write'], capabilities), 'write_file', { file: 'notes' });
    await expect.poll(() => queue.size).toBe(1);
    await expect(queue.edit('a1', { file: 'boot' }, PERSON)).rejects.toThrow('lab:eval');
    await queue.decide('a1', { approve: false, reason: 'No.' }, PERSON);
    await writing.answer();
    const strong = caller(['eval'], capabilities);
    const coding = made.sendTool(strong, 'write_file', { file: 'notes' });
    await expect.poll(() => queue.size).toBe(1);
    const { digest } = await queue.edit('a2', { file: 'boot' }, PERSON);
    await queue.decide('a2', { approve: true, digest, arguments: { file: 'boot' } }, PERSON);
    const { result } = (await coding.answer()) as { result: { taskId?: string } };
    await expect.poll(() => made.audits.length).toBe(2);
    expect(ran.at(-1)).toBe('boot as danger');
    expect(made.audits[1]).toMatchObject({ access: 'danger', outcome: 'done' });
    const { taskId } = result;
    if (taskId === undefined) return;
    const task = async (words: readonly string[]) =>
      text(await made.ask(caller(words, TASKS), 'tasks/get', { taskId }));
    await expect.poll(() => task(['eval'])).toContain('completed');
    expect(await task(['write'])).toContain('lab:eval');
  });

  it('is not covered by a standing approval for calls with less', async () => {
    const queue = approvals();
    const { made, ran, caller } = lab({
      environment: { approval: { rule: 'writes', by: 'operator', queue } },
    });
    const agent = caller(['eval']);
    const first = made.sendTool(agent, 'write_file', { file: 'notes' });
    await expect.poll(() => queue.size).toBe(1);
    const [{ plan }] = queue.waiting as [WaitingApproval];
    await queue.decide('a1', { approve: true, digest: plan.digest, forMinutes: 5 }, PERSON);
    await first.answer();
    await made.callTool(agent, 'write_file', { file: 'notes' });
    const second = made.sendTool(agent, 'write_file', { file: 'boot' });
    await expect.poll(() => queue.size).toBe(1);
    expect(ran.at(-1)).toBe('boot planned as danger');
    await queue.decide('a2', { approve: false, reason: 'No.' }, PERSON);
    expect(text(await second.answer())).toContain('denied by ann');
  });

  it('is in tools/list and describe_tool, in words', async () => {
    const { made, caller } = lab();
    expect(text(await made.ask(caller(['write']), 'tools/list'))).toContain(
      'Writes a file. Needs eval if file is boot.',
    );
  });

  it('of a tool that may write is not shown as that of a tool that only reads', async () => {
    const { made, caller } = lab({}, { access: 'read', audited: true });
    expect(text(await made.ask(caller(['eval']), 'tools/list'))).toContain('"readOnlyHint":false');
    expect(text(await made.ask(caller(['write']), 'tools/list'))).not.toContain('write_file');
  });

  it('may follow from what the world reads first, but not for a caller without the lowest right', async () => {
    const asked: string[] = [];
    const { made, ran, caller } = lab(
      {},
      {
        accessOf: ({ file }) => {
          return async () => {
            asked.push(String(file));
            return file === 'boot' ? 'danger' : 'write';
          };
        },
      },
    );
    const file = 'boot';
    expect(text(await made.callTool(caller(['read']), 'write_file', { file }))).toContain('lab:write');
    expect(asked).toEqual([]);
    expect(text(await made.callTool(caller(['write']), 'write_file', { file }))).toContain('lab:eval');
    await made.callTool(caller(['write']), 'write_file', { file: 'notes' });
    await made.callTool(caller(['eval']), 'write_file', { file });
    expect(ran).toEqual(['notes as write', 'boot as danger']);
    expect(made.audits.map(({ access, outcome }) => [access, outcome])).toEqual([
      ['write', 'denied'],
      ['danger', 'denied'],
      ['write', 'done'],
      ['danger', 'done'],
    ]);
  });

  it('does not run a call that is cancelled while the world reads', async () => {
    let found = (_: 'write') => {};
    const later = new Promise<'write'>(resolve => {
      found = resolve;
    });
    const { made, ran, caller } = lab({}, { accessOf: () => () => later });
    const { call } = made.sendTool(caller(['write']), 'write_file', { file: 'notes' });
    call?.cancel('The client left.');
    found('write');
    await later;
    await made.callTool(caller(['read']), 'write_file', { file: 'notes' });
    expect(ran).toEqual([]);
  });

  it.each([
    ['accessOf without raises', { raises: [] }, 'needs both accessOf and raises'],
    ['raises without accessOf', { accessOf: undefined }, 'needs both accessOf and raises'],
    ['a case that raises nothing', { raises: [{ access: 'write', when: 'always' }] }, 'does not raise it'],
    ['a read that may write without a record', { access: 'read' }, 'audited must be true'],
  ] as const)('is refused at the start with %s', (_, more, problem) => {
    expect(() => lab({}, more as Partial<Tool>)).toThrow(problem);
  });
});
