import type { JsonObject } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { turn } from '../kernel/lab.test.js';
import { Principal } from '../policy/principal.js';
import { Rights } from '../policy/rights.js';
import type { ApprovalEvent, Plan } from './approval.js';
import { type ApprovalRequest, Approvals } from './approvals.js';

const PLAN: Plan = {
  world: 'lab',
  tool: 'write',
  access: 'write',
  destructive: false,
  principal: 'agent',
  arguments: '{}',
  digest: 'd1',
};
const PERSON = new Principal('ann', 'token', Rights.parse(['approve']));
const STRANGER = new Principal('bob', 'token', Rights.parse(['other:approve', 'eval']));

function desk(limits = { approvals: 3, approvalMs: 1_000, principalPercent: 100 }) {
  const clock = { now: 0 };
  const events: ApprovalEvent[] = [];
  let count = 0;
  const failing = { error: undefined as Error | undefined };
  const approvals = new Approvals({
    limits,
    date: () => clock.now,
    mintId: () => `a${++count}`,
    record: event => {
      if (failing.error !== undefined) throw failing.error;
      events.push(event);
    },
  });
  const positions: string[] = [];
  const ask = (plan: Partial<Plan> = {}, make?: ApprovalRequest['plan']) => {
    const leaving = new AbortController();
    const outcome = approvals.request(
      { ...PLAN, ...plan },
      {
        signal: leaving.signal,
        moved: (position, of) => positions.push(`${plan.digest ?? 'd1'}: ${position} of ${of}`),
        plan: make,
      },
    );
    return { outcome, leave: () => leaving.abort() };
  };
  return { approvals, clock, events, failing, positions, ask, said: () => events.map(({ what }) => what) };
}

describe('a call that waits for an approval', () => {
  it('runs once after one approval, which is recorded first', async () => {
    const { approvals, ask, events } = desk();
    const { outcome } = ask();
    expect(approvals.waiting).toMatchObject([{ id: 'a1', plan: PLAN, position: 1, editable: false }]);
    await approvals.decide('a1', { approve: true, digest: 'd1' }, PERSON);
    expect(await outcome).toEqual({ kind: 'approved', by: 'ann', id: 'a1' });
    expect(events).toMatchObject([{ what: 'requested' }, { what: 'approved', by: 'ann', plan: PLAN }]);
    await expect(approvals.decide('a1', { approve: true, digest: 'd1' }, PERSON)).rejects.toThrow(
      'No call waits',
    );
  });

  it('is denied with the reason of the person', async () => {
    const { approvals, ask } = desk();
    const { outcome } = ask();
    await expect(approvals.decide('a1', { approve: false, reason: ' ' }, PERSON)).rejects.toThrow(
      'needs a reason',
    );
    await approvals.decide('a1', { approve: false, reason: 'Use the other star.' }, PERSON);
    expect(await outcome).toEqual({ kind: 'denied', by: 'ann', reason: 'Use the other star.' });
  });

  it('is not decided by its own principal, nor by one without the right in this world', async () => {
    const { approvals, ask, said } = desk();
    ask();
    const self = new Principal('agent', 'token', Rights.parse(['approve', 'operate']));
    await expect(approvals.decide('a1', { approve: true, digest: 'd1' }, self)).rejects.toThrow(
      'cannot decide on it',
    );
    await expect(approvals.decide('a1', { approve: true, digest: 'd1' }, STRANGER)).rejects.toThrow(
      'lab:approve',
    );
    expect(said()).toEqual(['requested']);
    expect(approvals.size).toBe(1);
  });

  it('waits on if the decision cannot be recorded', async () => {
    const { approvals, ask, failing } = desk();
    ask();
    await turn();
    failing.error = new Error('disk full');
    await expect(approvals.decide('a1', { approve: true, digest: 'd1' }, PERSON)).rejects.toThrow(
      'disk full',
    );
    expect(approvals.size).toBe(1);
    failing.error = undefined;
    await approvals.decide('a1', { approve: true, digest: 'd1' }, PERSON);
  });

  it('does not begin to wait if that cannot be recorded', async () => {
    const { approvals, ask, failing } = desk();
    failing.error = new Error('disk full');
    await expect(ask().outcome).rejects.toThrow('disk full');
    expect(approvals.size).toBe(0);
  });

  it('gives up after its time', async () => {
    const { approvals, ask, clock, said } = desk();
    const { outcome } = ask();
    clock.now = 999;
    approvals.sweep();
    expect(approvals.size).toBe(1);
    clock.now = 1_000;
    approvals.sweep();
    expect(approvals.size).toBe(0);
    expect(await outcome).toEqual({ kind: 'expired' });
    expect(said()).toEqual(['requested', 'expired']);
  });

  it('is withdrawn when its client leaves', async () => {
    const { approvals, ask } = desk();
    const { outcome, leave } = ask();
    leave();
    expect(await outcome).toEqual({ kind: 'withdrawn' });
    expect(approvals.size).toBe(0);
  });

  it('is refused beside as many as may wait', async () => {
    const { ask, approvals } = desk();
    for (const digest of ['d1', 'd2', 'd3']) ask({ digest });
    const fourth = ask({ digest: 'd4' }).outcome.catch((reason: Error) => reason.message);
    await turn();
    expect(approvals.size).toBe(3);
    expect(await fourth).toContain('3 calls wait');
  });

  it('is refused where its principal has its share, and that of another principal waits', async () => {
    const { ask, approvals } = desk({ approvals: 4, approvalMs: 1_000, principalPercent: 50 });
    ask();
    const second = ask({ digest: 'd2' });
    await expect(ask({ digest: 'd3' }).outcome).rejects.toThrow(
      '2 calls of yours wait for an approval, which is your share: this server has 4 (approvals), and one principal may have 2',
    );
    ask({ principal: 'bob' });
    ask({ principal: 'bob' });
    await expect(ask({ principal: 'eve' }).outcome).rejects.toThrow('4 calls wait for an approval');
    second.leave();
    ask({ digest: 'd3' });
    expect(approvals.size).toBe(4);
  });

  it('gives its place back when it is decided, expires, or cannot be recorded', async () => {
    const { ask, approvals, clock, failing } = desk({
      approvals: 2,
      approvalMs: 1_000,
      principalPercent: 50,
    });
    ask();
    await approvals.decide('a1', { approve: true, digest: 'd1' }, PERSON);
    ask();
    clock.now = 1_000;
    approvals.sweep();
    failing.error = new Error('disk full');
    await expect(ask().outcome).rejects.toThrow('disk full');
    failing.error = undefined;
    ask();
    await turn();
    expect(approvals.size).toBe(1);
  });

  it('learns its place, and again when that changes', async () => {
    const { ask, approvals, positions } = desk();
    const first = ask({ digest: 'd1' });
    ask({ digest: 'd2' });
    await turn();
    first.leave();
    expect(positions).toEqual(['d1: 1 of 2', 'd2: 2 of 2', 'd2: 1 of 1']);
    expect(approvals.waiting).toMatchObject([{ plan: { digest: 'd2' }, position: 1 }]);
  });
});

describe('an approval for some minutes', () => {
  it('holds for the same principal and tool, until it ends or is revoked', async () => {
    const { approvals, ask, clock, events } = desk();
    ask();
    await approvals.decide('a1', { approve: true, digest: 'd1', forMinutes: 1 }, PERSON);
    expect(await ask({ digest: 'd2' }).outcome).toEqual({ kind: 'approved', by: 'ann' });
    expect(events.at(-1)).toMatchObject({ what: 'approved', by: 'ann', forMinutes: 1 });
    ask({ principal: 'other' });
    ask({ tool: 'erase' });
    expect(approvals.size).toBe(2);
    expect(approvals.standing).toMatchObject([
      { principal: 'agent', world: 'lab', tool: 'write', by: 'ann' },
    ]);
    clock.now = 60_000;
    expect(approvals.standing).toEqual([]);
  });

  it('covers no call with more access than the one that was approved', async () => {
    const { approvals, ask } = desk();
    ask();
    await approvals.decide('a1', { approve: true, digest: 'd1', forMinutes: 5 }, PERSON);
    ask({ access: 'danger', digest: 'd2' });
    expect(approvals.size).toBe(1);
    await approvals.decide('a2', { approve: true, digest: 'd2', forMinutes: 5 }, PERSON);
    expect(await ask({ digest: 'd3' }).outcome).toMatchObject({ kind: 'approved' });
    expect(await ask({ access: 'danger', digest: 'd4' }).outcome).toMatchObject({ kind: 'approved' });
  });

  it('covers no call that loses something, if the one that was approved lost nothing', async () => {
    const { approvals, ask } = desk();
    ask();
    await approvals.decide('a1', { approve: true, digest: 'd1', forMinutes: 5 }, PERSON);
    ask({ destructive: true, digest: 'd2' });
    expect(approvals.size).toBe(1);
    await approvals.decide('a2', { approve: true, digest: 'd2', forMinutes: 5 }, PERSON);
    for (const destructive of [true, false])
      expect(await ask({ destructive, digest: 'd3' }).outcome).toMatchObject({ kind: 'approved' });
  });

  it('can be revoked, and is limited in time', async () => {
    const { approvals, ask } = desk();
    ask();
    await expect(
      approvals.decide('a1', { approve: true, digest: 'd1', forMinutes: 0 }, PERSON),
    ).rejects.toThrow('minutes');
    await expect(
      approvals.decide('a1', { approve: true, digest: 'd1', forMinutes: 1e9 }, PERSON),
    ).rejects.toThrow('minutes');
    await approvals.decide('a1', { approve: true, digest: 'd1', forMinutes: 5 }, PERSON);
    expect(approvals.revoke('agent', 'lab', 'write')).toBe(true);
    ask();
    expect(approvals.size).toBe(1);
  });
});

describe('an approval for some minutes ends', () => {
  const standing = async (approver: Principal) => {
    const made = desk();
    made.ask();
    await made.approvals.decide('a1', { approve: true, digest: 'd1', forMinutes: 5 }, approver);
    expect(made.approvals.standing).toHaveLength(1);
    return made;
  };

  it('when the person loses the right to approve in the world', async () => {
    const person = new Principal('eve', 'token', Rights.parse(['approve']));
    const { approvals, ask } = await standing(person);
    person.update(Rights.parse(['other:approve']));
    ask();
    expect(approvals.size).toBe(1);
    person.update(Rights.parse(['approve']));
    expect(approvals.standing).toEqual([]);
  });

  it('when the token of the person in the token file expires', async () => {
    const { approvals, clock } = await standing(
      new Principal('eve', 'token', Rights.parse(['approve']), 1_000),
    );
    clock.now = 1_000;
    expect(approvals.standing).toEqual([]);
  });

  it('not when the access token of the person expires, which says nothing about its rights', async () => {
    const { approvals, clock } = await standing(
      new Principal('oauth:eve@issuer', 'oauth', Rights.parse(['approve']), 1_000),
    );
    clock.now = 1_000;
    expect(approvals.standing).toHaveLength(1);
  });

  it('when the credential of the caller is revoked, and not for others', async () => {
    const { approvals, ask } = await standing(PERSON);
    ask({ principal: 'other' });
    await approvals.decide('a2', { approve: true, digest: 'd1', forMinutes: 5 }, PERSON);
    approvals.revokeAll('agent');
    expect(approvals.standing).toMatchObject([{ principal: 'other' }]);
  });
});

describe('other arguments', () => {
  const edited = (args: JsonObject) =>
    Promise.resolve({
      plan: { ...PLAN, arguments: JSON.stringify(args), digest: `d-${args.mass}` },
      given: args,
    });

  it('are approved with the digest of their own plan, which the call gets', async () => {
    const { approvals, ask, events } = desk();
    const { outcome } = ask({}, edited);
    const page = await approvals.edit('a1', { mass: 2 }, PERSON);
    expect(page).toMatchObject({ edit: 1, digest: 'd-2', plan: { arguments: '{"mass":2}' } });
    await approvals.decide('a1', { approve: true, digest: 'd-2', arguments: { mass: 2 } }, PERSON);
    expect(await outcome).toMatchObject({ kind: 'approved', id: 'a1', edited: { given: { mass: 2 } } });
    expect(events.at(-1)).toMatchObject({ what: 'approved', edited: true, plan: { digest: 'd-2' } });
  });

  it.each([
    ['without a plan', 'd1', { mass: 2 }],
    ['with the digest of the plan of the call', 'd1', { mass: 3 }],
    ['with the digest of the plan of others', 'd-3', { mass: 2 }],
  ])('are refused %s', async (_, digest, args) => {
    const { approvals, ask, said } = desk();
    ask({}, edited);
    await approvals.edit('a1', { mass: 3 }, PERSON);
    const decision = { approve: true, digest, arguments: args } as const;
    await expect(approvals.decide('a1', decision, PERSON)).rejects.toThrow('No plan of these arguments');
    expect(said()).toEqual(['requested']);
  });

  it('are refused without a digest, and their digest is refused without them', async () => {
    const { approvals, ask } = desk();
    ask({}, edited);
    await approvals.edit('a1', { mass: 3 }, PERSON);
    const decide = (decision: object) => approvals.decide('a1', { approve: true, ...decision }, PERSON);
    await expect(decide({ arguments: { mass: 3 } })).rejects.toThrow('does not name the plan');
    await expect(decide({ digest: 'd-3' })).rejects.toMatchObject({
      hint: expect.stringContaining('other arguments'),
    });
  });

  it('are planned one at a time, by a person who may decide, and only so often', async () => {
    const { approvals, ask } = desk();
    const plans: (() => void)[] = [];
    ask({}, args => new Promise(resolve => plans.push(() => resolve(edited(args)))));
    await expect(approvals.edit('a1', { mass: 1 }, STRANGER)).rejects.toThrow('lab:approve');
    const first = approvals.edit('a1', { mass: 1 }, PERSON);
    await expect(approvals.edit('a1', { mass: 2 }, PERSON)).rejects.toThrow('are being planned');
    plans[0]?.();
    await first;
    for (let count = 2; count <= 20; count++) {
      const next = approvals.edit('a1', { mass: count }, PERSON);
      plans.at(-1)?.();
      await next;
    }
    await expect(approvals.edit('a1', { mass: 21 }, PERSON)).rejects.toThrow('planned 20 times');
    // Only the last plans are kept.
    const old = { approve: true, digest: 'd-1', arguments: { mass: 1 } } as const;
    await expect(approvals.decide('a1', old, PERSON)).rejects.toThrow('No plan of these arguments');
    await approvals.decide('a1', { approve: true, digest: 'd-20', arguments: { mass: 20 } }, PERSON);
  });

  it('are refused where the tool checks its arguments itself', async () => {
    const { approvals, ask } = desk();
    ask();
    await expect(approvals.edit('a1', {}, PERSON)).rejects.toThrow('itself');
  });
});

describe('a decision', () => {
  it('names the plan that was shown: without its digest, or with another, nothing runs', async () => {
    const { approvals, ask, said } = desk();
    ask();
    await expect(approvals.decide('a1', { approve: true }, PERSON)).rejects.toThrow('does not name the plan');
    await expect(approvals.decide('a1', { approve: true, digest: 'd2' }, PERSON)).rejects.toThrow(
      'not that of the plan',
    );
    expect(said()).toEqual(['requested']);
    expect(approvals.size).toBe(1);
  });

  it('counts once: a second one while the first is being recorded finds no call', async () => {
    const recorded: (() => void)[] = [];
    const events: string[] = [];
    const approvals = new Approvals({
      limits: { approvals: 3, approvalMs: 1_000, principalPercent: 100 },
      date: () => 0,
      mintId: () => 'a1',
      record: ({ what }) => {
        events.push(what);
        return what === 'requested' ? undefined : new Promise(resolve => recorded.push(resolve));
      },
    });
    const outcome = approvals.request(PLAN, { signal: new AbortController().signal, moved() {} });
    await turn();
    const first = approvals.decide('a1', { approve: true, digest: 'd1' }, PERSON);
    const second = approvals.decide('a1', { approve: false, reason: 'No.' }, PERSON).catch(thrown => thrown);
    const third = approvals.decide('a1', { approve: true, digest: 'd1' }, PERSON).catch(thrown => thrown);
    await turn();
    for (const resolve of recorded) resolve();
    await first;
    expect([await second, await third]).toMatchObject([{ kind: 'NotFound' }, { kind: 'NotFound' }]);
    expect(await outcome).toMatchObject({ kind: 'approved' });
    expect(events).toEqual(['requested', 'approved']);
  });
});

describe('a decision on a call that ends while it is recorded', () => {
  it.each([
    ['approves', { approve: true, digest: 'd1', forMinutes: 5 }],
    ['denies', { approve: false, reason: 'No.' }],
  ] as const)('%s nothing, and the person is told', async (_, decision) => {
    const recorded: (() => void)[] = [];
    const approvals = new Approvals({
      limits: { approvals: 3, approvalMs: 1_000, principalPercent: 100 },
      date: () => 0,
      mintId: () => 'a1',
      record: ({ what }) =>
        ['approved', 'denied'].includes(what) ? new Promise(resolve => recorded.push(resolve)) : undefined,
    });
    const leaving = new AbortController();
    const outcome = approvals.request(PLAN, { signal: leaving.signal, moved() {} });
    await turn();
    const decided = approvals.decide('a1', decision, PERSON).catch(thrown => thrown);
    leaving.abort();
    for (const resolve of recorded) resolve();
    expect(await outcome).toEqual({ kind: 'withdrawn' });
    expect(await decided).toMatchObject({
      kind: 'Conflict',
      message: expect.stringContaining('Nothing was changed'),
    });
    expect(approvals.standing).toEqual([]);
  });
});

describe('the plans of calls that wait', () => {
  const large = (): Partial<Plan> => {
    const items = [{ what: 'removes' as const, subject: 'All', before: 'x'.repeat(30 * 1024 * 1024) }];
    return {
      effect: { sentence: 'All.', items, totals: { removes: 1, overwrites: 0, changes: 0, adds: 0 } },
    };
  };

  it('have a limit of memory, and give theirs back', async () => {
    const { approvals, ask } = desk({ approvals: 9, approvalMs: 1_000, principalPercent: 100 });
    const first = ask(large());
    ask(large());
    const refused = ask(large()).outcome.catch((thrown: Error) => thrown.message);
    expect(approvals.waiting).toHaveLength(2);
    expect(await refused).toContain('There is no memory for the plan of this call');
    ask();
    expect(approvals.waiting).toHaveLength(3);
    first.leave();
    ask(large());
    expect(approvals.waiting).toHaveLength(3);
  });

  it('have a share for each principal', async () => {
    const { approvals, ask } = desk({ approvals: 9, approvalMs: 1_000, principalPercent: 50 });
    ask(large());
    await expect(ask(large()).outcome).rejects.toThrow('There is no memory');
    ask({ ...large(), principal: 'other' });
    expect(approvals.waiting).toHaveLength(2);
  });

  it('count with those of other arguments, and give their memory back together', async () => {
    const { approvals, ask } = desk({ approvals: 9, approvalMs: 1_000, principalPercent: 100 });
    const other = { ...PLAN, ...large() };
    const call = ask({}, async given => ({ plan: { ...other, digest: String(given.mass) }, given }));
    await turn();
    for (const mass of [1, 2]) await approvals.edit('a1', { mass }, PERSON);
    await expect(approvals.edit('a1', { mass: 3 }, PERSON)).rejects.toThrow('There is no memory');
    await approvals.decide('a1', { approve: true, digest: '2', arguments: { mass: 2 } }, PERSON);
    expect(await call.outcome).toMatchObject({ kind: 'approved' });
    ask(large());
    ask(large());
    expect(approvals.waiting).toHaveLength(2);
  });
});

describe('a plan that is longer than a list shows', () => {
  const items = Array.from({ length: 900 }, (_, index) => ({
    what: index < 2 ? ('removes' as const) : ('overwrites' as const),
    subject: `Body ${index} (${'x'.repeat(60)})`,
  }));
  const effect = { sentence: 'Much.', items, totals: { removes: 2, overwrites: 898, changes: 0, adds: 0 } };

  it('has its digest on the last page alone, for a person who has read those before', async () => {
    const { approvals, ask } = desk();
    ask({ effect });
    const decision = { approve: true, digest: 'd1' } as const;
    await expect(approvals.decide('a1', decision, PERSON)).rejects.toThrow('not opened all of it');
    const offsets = [0];
    const seen = [];
    for (;;) {
      const page = approvals.page('a1', offsets.at(-1) as number, undefined, PERSON);
      seen.push(...page.items);
      if (page.nextOffset === undefined) {
        expect(page.digest).toBe('d1');
        break;
      }
      expect(page.digest).toBeUndefined();
      offsets.push(page.nextOffset);
    }
    expect(seen).toEqual(items);
    expect(offsets.length).toBeGreaterThan(2);
    // Another person has not seen it.
    const other = new Principal('eve', 'token', Rights.parse(['approve']));
    expect(approvals.page('a1', offsets.at(-1) as number, undefined, other).digest).toBeUndefined();
    await expect(approvals.decide('a1', decision, other)).rejects.toThrow('not opened all of it');
    await approvals.decide('a1', decision, PERSON);
  });
});
