import { Approvals, DEFAULT_LIMITS, Principal, Rights } from '@worldwire/server/internal';
import { beforeAll, describe, expect, it } from 'vitest';
import { alteredEngine, OPEN, Stage, type Whole } from '../stage.test.js';

const PERSON = new Principal('ann', 'token', Rights.parse(['approve']));
const MAXIMUM = { componentType: 'Worldwire.Health', member: 'maximum' };

describe('an approved SetMember', () => {
  const calls: string[] = [];
  let count = 0;
  const approvals = new Approvals({
    limits: DEFAULT_LIMITS,
    date: () => 0,
    mintId: () => `a${++count}`,
    record: () => {},
  });
  let stage: Stage;
  let objectId: string;
  beforeAll(async () => {
    const engine = await alteredEngine((operation, params, call) => {
      calls.push(operation);
      return call(operation, params);
    });
    stage = await Stage.open({ grants: OPEN, engine, approvals });
    objectId = await stage.idOf('Turret');
  });

  const waiting = async () => {
    await expect.poll(() => approvals.waiting.length).toBe(1);
    const [{ id, plan }] = approvals.waiting as [(typeof approvals.waiting)[number]];
    return { id, plan };
  };
  const approved = async (jsonValue: number, meanwhile = async () => {}) => {
    const answer = stage.result('SetMember', { objectId, ...MAXIMUM, jsonValue });
    const { id, plan } = await waiting();
    await meanwhile();
    await approvals.decide(id, { approve: true, digest: plan.digest }, PERSON);
    return { plan, answer: await answer };
  };
  const write = (value: number) =>
    stage.engine.call('member.write', {
      ...{ object: objectId, type: MAXIMUM.componentType, name: MAXIMUM.member },
      value,
    });

  it('sends at most 6 calls to the engine, from its plan to what it reads back', async () => {
    calls.length = 0;
    const { plan, answer } = await approved(260);
    expect(plan.effect?.items).toMatchObject([{ what: 'overwrites', before: 250, after: 260 }]);
    expect(answer.structuredContent as unknown as Whole).toMatchObject({
      before: { valueJson: 250 },
      after: { valueJson: 260 },
    });
    expect(calls).toEqual([
      ...['object.get', 'component.list', 'member.read', 'member.write'],
      ...['member.write', 'member.write'],
    ]);
    await write(250);
  });

  it('is void where the value changed after the plan', async () => {
    const { answer } = await approved(270, async () => void (await write(251)));
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer)).toContain('The world changed after the approval');
    await write(250);
  });
});
