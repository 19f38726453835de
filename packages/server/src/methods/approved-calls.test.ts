import {
  type JsonObject,
  REVISION_2026_07_28,
  REVISIONS,
  type Revision,
  TASKS_EXTENSION,
} from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WRITE_ARGUMENTS } from '../api/common-arguments.js';
import type { Context } from '../api/context.js';
import { countItems } from '../api/planned-effect.js';
import { tool } from '../api/tool.js';
import { WorldError } from '../api/world-error.js';
import type { ApprovalEvent } from '../approvals/approval.js';
import { Approvals } from '../approvals/approvals.js';
import type { ApprovalRule, Approver } from '../approvals/rules.js';
import { ALL_CAPABILITIES, Lab, turn } from '../kernel/lab.test.js';
import { planDigest, requirePlan } from '../kit/plans.js';
import { DEFAULT_LIMITS } from '../limits/limits.js';
import { auditedArguments } from '../policy/audited-arguments.js';
import { Gates } from '../policy/gates.js';
import { Policy } from '../policy/policy.js';
import { Principal } from '../policy/principal.js';
import { Rights } from '../policy/rights.js';

const PERSON = new Principal('ann', 'token', Rights.parse(['approve']));
const SESSION = REVISIONS.find(({ id }) => id === '2025-11-25') as Revision;

/** A world with one number, a tool that plans to set it, one that adds without a plan, and one that runs code. */
function world(rule: ApprovalRule, by: Approver = 'operator', limits = {}, clientOnly = false) {
  const state: { mass: number; runs: number; between?: () => void; failing?: Error } = { mass: 1, runs: 0 };
  const set = tool({
    name: 'set',
    description: 'Sets the mass.',
    access: 'write',
    annotations: { destructiveHint: false },
    input: z.object({ mass: z.number() }),
    about: ({ mass }) => ({ mass }),
    common: WRITE_ARGUMENTS,
    plan: ({ mass }) => {
      const [before, digest] = [state.mass, planDigest([state.mass, mass])];
      state.between?.();
      const items =
        before === mass ? [] : [{ what: 'overwrites' as const, subject: 'set', before, after: mass }];
      const effect = {
        sentence: `Overwrites ${before} with ${mass}: set.`,
        items,
        totals: countItems(items),
      };
      return { effect, digest, values: { before, after: mass } };
    },
    call: ({ mass }, context: Context) => {
      const digest = planDigest([state.mass, mass]);
      if (context.operation.dryRun) return { dryRun: true, digest };
      if (state.failing === undefined) state.between?.();
      requirePlan(context.operation.expectDigest, digest);
      if (state.failing !== undefined) throw state.failing;
      state.runs += 1;
      state.mass = mass;
      return { mass };
    },
  });
  const say = tool({
    name: 'say',
    description: 'Says.',
    access: 'write',
    input: z.object({ text: z.string() }),
    call: () => 'said',
  });
  const empty = tool({
    name: 'empty',
    description: 'Removes moons.',
    access: 'write',
    common: WRITE_ARGUMENTS,
    input: z.object({ moons: z.number() }),
    plan: ({ moons }) => {
      const items = Array.from({ length: moons }, (_, at) => ({
        what: 'removes' as const,
        subject: `Moon ${at}`,
      }));
      return { effect: { sentence: 'Removes moons.', items, totals: countItems(items) }, digest: `${moons}` };
    },
    call: () => {
      state.runs += 1;
      return 'empty';
    },
  });
  // Its dry run says less than its plan.
  const wipe = tool({
    name: 'wipe',
    description: 'Wipes.',
    access: 'write',
    common: WRITE_ARGUMENTS,
    plan: () => ({
      effect: {
        sentence: 'Removes the number.',
        items: [{ what: 'removes', subject: 'the number' }],
        totals: countItems([{ what: 'removes' }]),
      },
      digest: planDigest([state.mass]),
      values: { before: state.mass, after: null },
    }),
    call: (_, { operation }: Context) => {
      if (operation.dryRun) return { dryRun: true, digest: 'other' };
      requirePlan(operation.expectDigest, planDigest([state.mass]));
      state.runs += 1;
      return 'wiped';
    },
  });
  // It has a dry run of its own, and no plan.
  const blind = tool({
    name: 'blind',
    description: 'Works.',
    access: 'write',
    common: WRITE_ARGUMENTS,
    call: (_, { operation }: Context) => {
      state.runs += 1;
      return operation.dryRun ? { dryRun: true, digest: 'd', before: 1, after: 1 } : 'done';
    },
  });
  const plain = (name: string, access: 'write' | 'danger' | 'read', destructiveHint?: boolean) =>
    tool({
      name,
      description: 'Works.',
      access,
      ...(destructiveHint !== undefined && { annotations: { destructiveHint } }),
      input: z.object({ note: z.string().optional() }),
      call: () => {
        state.runs += 1;
        return name;
      },
    });
  const gates = new Gates();
  const events: ApprovalEvent[] = [];
  let count = 0;
  const queue = new Approvals({
    limits: { ...DEFAULT_LIMITS, ...limits },
    date: () => lab.clock,
    mintId: () => `a${++count}`,
    record: event => void events.push(event),
  });
  const lab: Lab = new Lab(
    {
      tools: [
        set,
        empty,
        wipe,
        blind,
        plain('add', 'write', false),
        plain('erase', 'write', true),
        plain('run', 'danger'),
        plain('look', 'read'),
        say,
      ],
    },
    {
      limits,
      environment: {
        policy: new Policy({ name: 'lab' }, { eval: true }, { gates }),
        approval: { rule, by, queue, clientOnly },
      },
    },
  );
  return { lab, state, gates, events, queue, said: () => events.map(({ what }) => what) };
}

/** Approves the plan that is shown. */
function approve(queue: Approvals, id: string): Promise<void> {
  const digest = queue.waiting.find(waiting => waiting.id === id)?.plan.digest;
  return queue.decide(id, { approve: true, digest }, PERSON);
}

const textOf = (result: JsonObject) => (result.content as JsonObject[]).map(({ text }) => text).join('\n');

describe('which calls wait', () => {
  it.each([
    ['none', []],
    ['eval', ['run']],
    ['destructive', ['erase', 'run']],
    ['writes', ['add', 'erase', 'run']],
  ] as const)('with %s: %j', async (rule, waiting) => {
    const { lab, queue } = world(rule);
    for (const name of ['add', 'erase', 'run', 'look']) lab.sendTool(lab.caller(SESSION, {}, 'agent'), name);
    await turn();
    expect(queue.waiting.map(({ plan }) => plan.tool)).toEqual(waiting);
  });

  it('a call with more arguments than a person can read is refused instead', async () => {
    const { lab, queue } = world('writes');
    const { result } = await lab.callTool(lab.caller(SESSION, {}, 'agent'), 'add', {
      note: 'x'.repeat(20_000),
    });
    expect(textOf(result)).toContain('A person can approve at most 16384');
    expect(queue.size).toBe(0);
  });

  it('a dry run does not', async () => {
    const { lab, state } = world('writes');
    const { result } = await lab.callTool(lab.caller(SESSION), 'set', { mass: 2, dryRun: true });
    expect(textOf(result)).toContain('"dryRun":true');
    expect(state.runs).toBe(0);
  });
});

describe('with destructive, a call', () => {
  it('waits if its plan overwrites something, whatever its annotations say', async () => {
    const { lab, state, queue } = world('destructive');
    const sent = lab.sendTool(lab.caller(SESSION, {}, 'agent'), 'set', { mass: 2 });
    await turn();
    expect(queue.waiting).toMatchObject([
      { plan: { destructive: true, effect: { totals: { overwrites: 1 } } } },
    ]);
    expect(state.runs).toBe(0);
    await approve(queue, 'a1');
    await sent.answer();
    expect(state.mass).toBe(2);
  });

  it('is shown by the plan of its tool, where it has one, and runs only that plan', async () => {
    const { lab, queue, state } = world('destructive');
    const sent = lab.sendTool(lab.caller(SESSION, {}, 'agent'), 'wipe', {});
    await turn();
    const [shown] = queue.waiting;
    expect(shown?.plan).toMatchObject({
      destructive: true,
      effect: { sentence: 'Removes the number.', totals: { removes: 1 } },
      changes: '{"before":1,"after":null}',
    });
    state.mass = 5;
    await queue.decide(shown?.id ?? '', { approve: true, digest: shown?.plan.digest }, PERSON);
    expect(textOf((await sent.answer()).result)).toContain('the approval is void');
    expect(state.runs).toBe(0);
  });

  it('waits without an effect where its tool has no plan, and its dry run is not asked for one', async () => {
    const { lab, queue, state } = world('destructive');
    const sent = lab.sendTool(lab.caller(SESSION, {}, 'agent'), 'blind', {});
    await turn();
    expect(queue.waiting).toMatchObject([{ plan: { tool: 'blind', destructive: true } }]);
    expect(queue.waiting[0]?.plan).not.toHaveProperty('effect');
    expect(queue.waiting[0]?.plan).not.toHaveProperty('changes');
    expect(state.runs).toBe(0);
    await approve(queue, 'a1');
    expect(textOf((await sent.answer()).result)).toBe('done');
    expect(state.runs).toBe(1);
  });

  it('runs at once if its plan overwrites nothing, and only that plan', async () => {
    const { lab, state, queue } = world('destructive');
    const caller = lab.caller(SESSION, {}, 'agent');
    const { result } = await lab.callTool(caller, 'set', { mass: 1 });
    expect([textOf(result), state.runs, queue.size]).toEqual(['{"mass":1}', 1, 0]);
    expect(lab.audits).toMatchObject([{ tool: 'set', outcome: 'done' }]);
    // Another write changes the mass between the plan and the run.
    state.between = () => {
      state.mass = 7;
    };
    const refused = await lab.callTool(caller, 'set', { mass: 1 });
    expect(textOf(refused.result)).toContain('would remove or overwrite something now. Nothing was changed.');
    expect([state.mass, state.runs]).toEqual([7, 1]);
  });
});

describe.each([SESSION, REVISION_2026_07_28])('a call of $id that waits', revision => {
  it('shows the plan, runs once when it is approved, and the audit names the approver', async () => {
    const { lab, state, queue } = world('writes');
    const sent = lab.sendTool(lab.caller(revision, {}, 'agent'), 'set', { mass: 2 });
    await turn();
    expect(state.runs).toBe(0);
    expect(queue.waiting).toMatchObject([
      {
        plan: {
          world: 'lab',
          tool: 'set',
          principal: 'agent',
          arguments: '{"mass":2}',
          changes: '{"before":1,"after":2}',
        },
      },
    ]);
    const digest = queue.waiting[0]?.plan.digest;
    await approve(queue, 'a1');
    expect(textOf((await sent.answer()).result)).toContain('"mass":2');
    expect(state).toEqual({ mass: 2, runs: 1 });
    expect(lab.intents).toMatchObject([{ tool: 'set', approver: 'ann', planDigest: digest }]);
    expect(lab.audits).toMatchObject([{ outcome: 'done', approver: 'ann', planDigest: digest }]);
  });

  it('is refused before it waits if its plan is not the one that the agent expects, also with a key', async () => {
    const { lab, state, queue } = world('writes');
    const args = { mass: 2, expectDigest: planDigest([7, 2]), operationKey: 'k1' };
    const { result } = await lab.callTool(lab.caller(revision, {}, 'agent'), 'set', args);
    expect(textOf(result)).toContain('differs from the plan');
    expect(queue.size).toBe(0);
    expect(state.runs).toBe(0);
  });

  it('gets the reason of a denial, and nothing runs', async () => {
    const { lab, state, queue } = world('writes');
    const sent = lab.sendTool(lab.caller(revision, {}, 'agent'), 'set', { mass: 2 });
    await turn();
    await queue.decide('a1', { approve: false, reason: 'Keep the mass.' }, PERSON);
    const { result } = await sent.answer();
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('denied by ann: Keep the mass.');
    expect(state.runs).toBe(0);
    expect(lab.intents).toEqual([]);
    expect(lab.audits).toMatchObject([{ outcome: 'denied' }]);
  });

  it('is void if the world changed so that the plan differs, and gets the digest of the new plan', async () => {
    const { lab, state, queue, said, events } = world('writes');
    const sent = lab.sendTool(lab.caller(revision, {}, 'agent'), 'set', { mass: 2 });
    await turn();
    state.mass = 7;
    await approve(queue, 'a1');
    const { result } = await sent.answer();
    expect(textOf(result)).toMatch(
      /approval is void and nothing was changed\. The digest of the new plan is \S+\./,
    );
    expect(state).toEqual({ mass: 7, runs: 0 });
    expect(said()).toEqual(['requested', 'approved', 'void']);
    expect([textOf(result), events.at(-1)?.reason]).toEqual([
      expect.stringMatching(/What differs: overwrites set: 7 -> 2, and not overwrites set: 1 -> 2\./),
      expect.stringMatching(/What differs: overwrites set: 7 -> 2, and not overwrites set: 1 -> 2\./),
    ]);
  });

  it('is void if what it is about is gone, so that it has no plan any more', async () => {
    const { lab, state, queue, said, events } = world('writes');
    const sent = lab.sendTool(lab.caller(revision, {}, 'agent'), 'set', { mass: 2 });
    await turn();
    state.between = () => {
      throw new WorldError('NotFound', 'The number is gone.', 'Make another.');
    };
    await approve(queue, 'a1');
    const { result } = await sent.answer();
    expect(textOf(result)).toContain(
      'approval is void and nothing was changed. It cannot be planned any more: The number is gone.',
    );
    expect(state.runs).toBe(0);
    expect(said()).toEqual(['requested', 'approved', 'void']);
    expect(events.at(-1)?.reason).toContain('The number is gone.');
  });

  it('fails as it does, if its error says more than that of its plan: something may have been done', async () => {
    const { lab, state, queue, said } = world('writes');
    const sent = lab.sendTool(lab.caller(revision, {}, 'agent'), 'set', { mass: 2 });
    await turn();
    state.failing = new WorldError('NotFound', 'Step 2: The number is gone. Step 1 was taken back.', 'Look.');
    state.between = () => {
      throw new WorldError('NotFound', 'The number is gone.', 'Make another.');
    };
    await approve(queue, 'a1');
    const { result } = await sent.answer();
    expect(textOf(result)).toContain('NotFound: Step 2: The number is gone. Step 1 was taken back.');
    expect(said()).toEqual(['requested', 'approved']);
  });

  it('fails as it does, if its plan is still the one that was approved', async () => {
    const { lab, state, queue, said } = world('writes');
    const sent = lab.sendTool(lab.caller(revision, {}, 'agent'), 'set', { mass: 2 });
    await turn();
    state.failing = new WorldError('NotFound', 'The pen is gone.', 'Find another.');
    await approve(queue, 'a1');
    const { result } = await sent.answer();
    expect(textOf(result)).toBe('NotFound: The pen is gone.\nHint: Find another.');
    expect(said()).toEqual(['requested', 'approved']);
  });

  it('says so when nobody decides in time', async () => {
    const { lab, queue } = world('writes', 'operator', { approvalMs: 120_000 });
    const sent = lab.sendTool(lab.caller(revision, {}, 'agent'), 'set', { mass: 2 });
    await turn();
    lab.clock += 119_000;
    lab.kernel.sweep();
    queue.sweep();
    expect(queue.size).toBe(1);
    lab.clock += 1_000;
    queue.sweep();
    expect(textOf((await sent.answer()).result)).toContain('No person decided on the call within 2 minutes');
  });

  it('is withdrawn when its client cancels', async () => {
    const { lab, state, queue } = world('writes');
    const sent = lab.sendTool(lab.caller(revision, {}, 'agent'), 'set', { mass: 2 });
    await turn();
    sent.call?.cancel('The client cancelled.');
    await turn();
    expect(queue.size).toBe(0);
    await expect(approve(queue, 'a1')).rejects.toThrow('No call waits');
    expect(state.runs).toBe(0);
  });

  it('is refused at once if its caller expects another plan', async () => {
    const { lab, state, queue } = world('writes');
    const caller = lab.caller(revision, {}, 'agent');
    const expectDigest = planDigest([0, 2]);
    const { result } = await lab.callTool(caller, 'set', { mass: 2, expectDigest });
    expect(textOf(result)).toContain('differs from the plan with the digest in expectDigest');
    expect(queue.size).toBe(0);
    lab.sendTool(caller, 'set', { mass: 2, expectDigest: planDigest([1, 2]) });
    await turn();
    expect(queue.size).toBe(1);
    expect(state.runs).toBe(0);
  });

  it('does not run if a gate was closed in the meantime', async () => {
    const { lab, state, gates, queue } = world('writes');
    const sent = lab.sendTool(lab.caller(revision, {}, 'agent'), 'set', { mass: 2 });
    await turn();
    gates.setStopped('agent', true);
    await approve(queue, 'a1');
    expect(textOf((await sent.answer()).result)).toContain('stopped the writes of agent');
    expect(state.runs).toBe(0);
  });

  it('runs with the arguments that the person gave, and says so', async () => {
    const { lab, state, queue, events } = world('writes');
    const sent = lab.sendTool(lab.caller(revision, {}, 'agent'), 'set', { mass: 2 });
    await turn();
    await expect(queue.edit('a1', { mass: 'x' }, PERSON)).rejects.toThrow('mass');
    const { digest } = await queue.edit('a1', { mass: 3 }, PERSON);
    await queue.decide('a1', { approve: true, digest, arguments: { mass: 3 } }, PERSON);
    expect(textOf((await sent.answer()).result)).toContain(
      'ann approved this call with other arguments: {"mass":3}',
    );
    expect(state).toEqual({ mass: 3, runs: 1 });
    // The audit has what ran, and the decision.
    const ran = {
      approval: 'a1',
      about: { mass: 3 },
      planDigest: digest,
      approver: 'ann',
      askedDigest: auditedArguments({ mass: 2 }, lab.digestKey).argumentsDigest,
      ...auditedArguments({ mass: 3 }, lab.digestKey),
    };
    expect(lab.intents).toMatchObject([ran]);
    const { arguments: _, ...known } = ran;
    expect(lab.audits).toMatchObject([{ ...known, outcome: 'done' }]);
    expect(events.at(-1)).toMatchObject({ what: 'approved', plan: { arguments: '{"mass":3}', digest } });
  });

  it('learns its place in the queue', async () => {
    const { lab, queue } = world('writes');
    const first = lab.sendTool(lab.caller(revision, {}, 'agent'), 'add');
    const token = { _meta: { progressToken: 7 } };
    const second = lab.sendTool(lab.caller(revision, {}, 'agent'), 'set', { mass: 2 }, token);
    const places = [await second.next()];
    await approve(queue, 'a1');
    await first.answer();
    places.push(await second.next());
    expect(places.map(({ params }) => params.message)).toEqual([
      'Waiting for approval, 2nd of 2 in line.',
      'Waiting for approval.',
    ]);
    const [one, two] = places.map(({ params }) => Number(params.progress));
    expect(two).toBeGreaterThan(one as number);
  });
});

describe('a client with tasks', () => {
  it('gets a task that says what it waits for', async () => {
    const { lab, state, queue } = world('writes');
    const caller = lab.caller(REVISION_2026_07_28, { extensions: { [TASKS_EXTENSION]: {} } }, 'agent');
    const { result } = await lab.callTool(caller, 'set', { mass: 2 });
    expect(result.resultType).toBe('task');
    await turn();
    const { taskId } = result;
    const waiting = await lab.ask(caller, 'tasks/get', { taskId: taskId as string });
    expect(waiting.result).toMatchObject({ status: 'working', statusMessage: 'Waiting for approval.' });
    await approve(queue, 'a1');
    await turn();
    const done = await lab.ask(caller, 'tasks/get', { taskId: taskId as string });
    expect(done.result).toMatchObject({ status: 'completed' });
    expect(state).toEqual({ mass: 2, runs: 1 });
    expect(lab.audits).toMatchObject([{ outcome: 'done', approver: 'ann' }]);
  });
});

describe('the person at the client', () => {
  const ask = async (by: Approver, action: string) => {
    const made = world('writes', by);
    const caller = made.lab.session('2025-11-25', ALL_CAPABILITIES, 'agent');
    const sent = made.lab.sendTool(caller, 'set', { mass: 2 });
    const question = await sent.next();
    const { id } = question;
    caller.answer({ kind: 'response', id: id as number, result: { action, content: {} } } as never);
    await turn();
    return { ...made, sent, question };
  };

  it('decides alone if the operator says so', async () => {
    const { sent, question, state, queue } = await ask('client', 'accept');
    expect(question.params.message).toBe(
      'Allow set in lab?\nOverwrites 1 with 2: set.\noverwrites set: 1 -> 2\nArguments: {"mass":2}',
    );
    await sent.answer();
    expect(state.runs).toBe(1);
    expect(queue.size).toBe(0);
  });

  it('sees a long plan in parts, and the call runs when the last one is accepted', async () => {
    const { lab, state } = world('writes', 'client');
    const caller = lab.session('2025-11-25', ALL_CAPABILITIES, 'agent');
    const sent = lab.sendTool(caller, 'empty', { moons: 700 });
    const messages: string[] = [];
    for (let part = 1; part <= 3; part++) {
      const { id, params } = await sent.next();
      messages.push(String(params.message));
      expect(state.runs).toBe(0);
      const accept = { action: 'accept', content: {} };
      caller.answer({ kind: 'response', id: id as number, result: accept } as never);
      await turn();
    }
    await sent.answer();
    expect(state.runs).toBe(1);
    expect(messages[0]).toMatch(
      /^Allow empty in lab\? Part 1 of 3: it runs when the last part is accepted\./,
    );
    expect(messages.join('\n').match(/removes Moon \d+/g)).toHaveLength(700);
    expect(messages[2]).toContain('Arguments: {"moons":700}');
  });

  it('sees all parts of a plan over the round trips of 2026-07-28, and another plan anew', async () => {
    const { lab, state, queue } = world('writes', 'client');
    const caller = lab.caller(REVISION_2026_07_28, ALL_CAPABILITIES, 'agent');
    const shown: string[] = [];
    let more: JsonObject = {};
    const round = async (args: JsonObject) => {
      const { result } = await lab.callTool(caller, 'empty', args, more);
      if (result.resultType !== 'input_required') return result;
      const [[key, question]] = Object.entries(result.inputRequests as JsonObject) as [[string, JsonObject]];
      shown.push(String((question.params as JsonObject).message));
      const answer = { [key]: { action: 'accept', content: {} } };
      more = { inputResponses: answer, requestState: result.requestState as string };
      return undefined;
    };
    for (let part = 1; part <= 3; part++) expect(await round({ moons: 700 })).toBeUndefined();
    expect(state.runs).toBe(0);
    expect((await round({ moons: 700 }))?.isError).not.toBe(true);
    expect(state.runs).toBe(1);
    const lines = shown.join('\n').split('\n');
    for (let moon = 0; moon < 700; moon++) expect(lines).toContain(`removes Moon ${moon}`);
    expect(queue.size).toBe(0);
    // Answers about one plan are none about another.
    more = {};
    shown.length = 0;
    await round({ moons: 1 });
    expect(await round({ moons: 2 }).catch(() => undefined)).toBeUndefined();
    expect(state.runs).toBe(1);
  });

  it('is not asked where the plan needs too many questions', async () => {
    const { lab, state } = world('writes', 'client');
    const caller = lab.session('2025-11-25', ALL_CAPABILITIES, 'agent');
    const { result } = await lab.sendTool(caller, 'empty', { moons: 3_000 }).answer();
    expect(textOf(result)).toMatch(/needs \d+ questions to the person at the client, and 10 are the maximum/);
    expect(state.runs).toBe(0);
  });

  it('declines, and nothing runs', async () => {
    const { sent, state } = await ask('both', 'decline');
    expect(textOf((await sent.answer()).result)).toContain('denied by the person at the client');
    expect(state.runs).toBe(0);
  });

  it('and the operator both decide if the operator says so', async () => {
    const { sent, state, queue } = await ask('both', 'accept');
    expect(state.runs).toBe(0);
    await approve(queue, 'a1');
    await sent.answer();
    expect(state.runs).toBe(1);
  });

  it('sees hidden characters of the arguments', async () => {
    const { lab } = world('writes', 'client');
    const caller = lab.session('2025-11-25', ALL_CAPABILITIES, 'agent');
    const { params } = await lab.sendTool(caller, 'say', { text: 'safe\u202eline' }).next();
    expect(params.message).toContain('safe\\u202eline');
  });

  it('is needed where no operator can decide', async () => {
    const { lab, state } = world('writes', 'client', {}, true);
    const { result } = await lab.callTool(lab.caller(SESSION, {}, 'agent'), 'set', { mass: 2 });
    expect(textOf(result)).toContain('this client cannot ask its user');
    expect(state.runs).toBe(0);
  });

  it('is replaced by the operator where the client cannot ask', async () => {
    const { lab, queue } = world('writes', 'client');
    lab.sendTool(lab.caller(SESSION, {}, 'agent'), 'set', { mass: 2 });
    await turn();
    expect(queue.size).toBe(1);
  });
});
