import { describe, expect, it } from 'vitest';
import { alteredEngine, OPEN, Stage } from '../stage.test.js';

const READ_AND_WRITE = ['write'];
const STEP = { kind: 'key', key: 'W', hold: { frames: 5 } };

interface Case {
  readonly what: string;
  readonly tool: string;
  readonly args: object;
  /** The operation of the engine that the test keeps waiting. */
  readonly operation: string;
  readonly share: number;
  readonly total: number;
  readonly says: string;
}

const CASES: readonly Case[] = [
  {
    what: 'waits for conditions',
    ...{
      tool: 'WaitUntil',
      args: { conditions: [{ path: '/Never', is: 'exists' }] },
      operation: 'time.wait',
    },
    ...{ share: 32, total: 64, says: '32 calls of yours wait for conditions' },
  },
  {
    what: 'steps',
    ...{ tool: 'StepScene', args: { frames: 2 }, operation: 'time.step' },
    ...{ share: 32, total: 64, says: '32 calls of StepScene of yours are in progress' },
  },
  {
    what: 'sequences of input',
    ...{ tool: 'SendInput', args: { steps: [STEP] }, operation: 'input.send' },
    ...{ share: 8, total: 16, says: '8 sequences of input of yours are played' },
  },
  {
    what: 'profiles',
    ...{ tool: 'ProfileScene', args: {}, operation: 'profile.read' },
    ...{ share: 4, total: 8, says: '4 profiles of yours are measured' },
  },
  {
    what: 'pictures',
    ...{ tool: 'Screenshot', args: {}, operation: 'view.capture' },
    ...{ share: 4, total: 8, says: '4 pictures and watches of yours are in progress' },
  },
  {
    what: 'watches',
    ...{ tool: 'WatchScene', args: {}, operation: 'view.capture' },
    ...{ share: 4, total: 8, says: '4 pictures and watches of yours are in progress' },
  },
  {
    what: 'videos',
    ...{ tool: 'WatchScene', args: { video: true }, operation: 'object.list' },
    ...{ share: 2, total: 4, says: '2 videos of yours are made or wait' },
  },
];

/** What the world sends when the answer to input is missing, and what a client may send. */
function releases(params: object): boolean {
  return JSON.stringify(params) === '{"steps":[{"kind":"release-all"}]}';
}

/** A scene whose operation of this name waits until the test ends it. */
async function waiting(operation: string) {
  const held: ((failure: Error) => void)[] = [];
  const engine = await alteredEngine((name, params, call) =>
    name === operation && !('dryRun' in params) && !releases(params)
      ? new Promise((_, reject) => held.push(reject))
      : call(name, params),
  );
  const stage = await Stage.open({ engine, grants: OPEN });
  const end = () => {
    for (const reject of held.splice(0)) reject(new Error('the test ended it'));
  };
  const reach = (count: number) => expect.poll(() => held.length).toBe(count);
  return { stage, held, end, reach };
}

describe('an engine at work for one principal', () => {
  it.each(CASES)('refuses $what above its share, and serves another one', async each => {
    const { tool, args, operation, share, total, says } = each;
    const { stage, end, reach } = await waiting(operation);
    const call = (principal: string) => stage.result(tool, args, { principal, rights: READ_AND_WRITE });
    const open = Array.from({ length: share }, () => call('ada'));
    await reach(share);
    const failure = await stage.fail(tool, args, { principal: 'ada', rights: READ_AND_WRITE });
    expect(failure).toMatchObject({ kind: 'RateLimited', hint: expect.any(String) });
    expect(failure.message).toContain(`${says}, which is your share: this engine has ${total}`);
    expect(failure.message).toContain(`one principal may have ${share} of them (principalPercent: 50)`);
    open.push(...Array.from({ length: total - share }, () => call('bob')));
    await reach(total);
    const last = await stage.fail(tool, args, { principal: 'eve', rights: READ_AND_WRITE });
    expect(last.message).toContain('which all principals share');
    end();
    await Promise.all(open);
    open.push(call('ada'));
    await reach(1);
    end();
    await Promise.all(open);
  });

  it('plays what releases all input when its principal has its share of sequences', async () => {
    const { stage, end, reach } = await waiting('input.send');
    const send = (steps: object[]) =>
      stage.result('SendInput', { steps }, { principal: 'ada', rights: READ_AND_WRITE });
    const open = Array.from({ length: 8 }, () => send([STEP]));
    await reach(8);
    expect(await send([{ kind: 'release-all' }])).toMatchObject({ structuredContent: { ok: true } });
    end();
    await Promise.all(open);
  });

  it('counts calls that wait for those of a hook among its waits, and not as requests in progress', async () => {
    const HEAL = 'System.Single Worldwire.Health::Heal(System.Single)';
    const config = { hookAllowlistSignatures: ['Worldwire.Health'] };
    let looked = 0;
    const engine = await alteredEngine(async (name, params, call) => {
      const found = await call(name, params);
      if (name === 'hook.list') looked += 1;
      return found;
    });
    const stage = await Stage.open({ engine, grants: OPEN, config });
    await stage.call('HookAdd', { type: 'Worldwire.Health', methodOrSignature: 'Heal' });
    const ada = { principal: 'ada', rights: READ_AND_WRITE };
    const read = () => stage.result('HookGetCalls', { signature: HEAL, seconds: 10 }, ada);
    for (let count = 0; count < 32; count++) {
      const before = looked;
      void read().catch(() => {});
      await expect.poll(() => looked, { interval: 1 }).toBe(before + 1);
      await new Promise(setImmediate);
    }
    const failure = await stage.fail('HookGetCalls', { signature: HEAL, seconds: 10 }, ada);
    expect(failure.message).toContain('32 calls of yours wait');
    expect(await stage.result('GetStatus', {}, ada)).toMatchObject({ structuredContent: expect.anything() });
    for (const each of stage.kernel.calls) each.cancel('The client left.');
  });

  it('counts a cancelled call until the engine has answered it', async () => {
    const { stage, end, reach } = await waiting('profile.read');
    const call = () => stage.result('ProfileScene', {}, { principal: 'ada', rights: READ_AND_WRITE });
    const open = Array.from({ length: 4 }, call);
    for (const each of open) each.catch(() => {});
    await reach(4);
    for (const each of stage.kernel.calls) each.cancel('The client left.');
    const failure = await stage.fail('ProfileScene', {}, { principal: 'ada', rights: READ_AND_WRITE });
    expect(failure.message).toContain('4 profiles of yours');
    end();
    await new Promise(setImmediate);
    const next = call();
    await reach(1);
    end();
    await next;
  });
});
