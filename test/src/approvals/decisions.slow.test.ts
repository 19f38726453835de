import { describe, expect, it } from 'vitest';
import {
  ApprovedServer,
  factsOf,
  type ServedOptions,
  textOf,
  tokenOf,
} from '../../../apps/worldwire/src/testing/approvals.js';
import { Reading } from '../../../apps/worldwire/src/testing/client.js';
import { OperatorAt } from '../../../apps/worldwire/src/testing/operator.js';
import { run } from '../../../apps/worldwire/src/testing/program.js';
import { Agent, REVISIONS, resultIn } from './agent.js';

const SEND = 'send_universe_command';
const SECOND = 'a-second-token-of-agent-0123';

function rename(name: string): object {
  return { universeId: 'sol', command: { type: 'updateStar', id: 'earth', payload: { name } } };
}

describe.each(REVISIONS)('a write over HTTP in %s that needs an approval', revision => {
  async function start(options: ServedOptions = {}) {
    const server = await ApprovedServer.start('universe', {
      ...options,
      flags: ['--allow', 'writes', '--approve', 'writes'],
    });
    const [agent, other] = await Promise.all(
      ['agent', 'other'].map(name => Agent.open(server.url, revision, tokenOf(name))),
    );
    return { server, agent: agent as Agent, other: other as Agent };
  }

  async function earth(agent: Agent): Promise<string | undefined> {
    const state = factsOf(await agent.call('get_universe_state', { universeId: 'sol', ids: ['earth'] }));
    return /"name":"([^"]*)"/.exec(JSON.stringify(state.stars ?? state))?.[1];
  }

  it('runs once when it is approved once, and the next one waits again', async () => {
    const { server, agent } = await start();
    const first = agent.call(SEND, rename('Terra'));
    const shown = await server.lastOf(1);
    expect(shown).toMatchObject({ tool: SEND, principal: 'agent', editable: true, decidable: true });
    expect(shown).toMatchObject({ destructive: true, totals: { removes: 0, overwrites: 1 } });
    expect([shown.arguments, shown.changes]).toEqual([
      expect.stringContaining('Terra'),
      expect.stringMatching(/"before":.*"Earth".*"after":.*"Terra"/),
    ]);
    expect(await earth(agent)).toBe('Earth');
    await server.decide(shown.id);
    expect((await first).isError).not.toBe(true);
    expect(await earth(agent)).toBe('Terra');
    const next = agent.call(SEND, rename('Gaia'));
    const second = await server.lastOf(1);
    expect(second.id).not.toBe(shown.id);
    await server.decide(second.id);
    expect((await next).isError).not.toBe(true);
  });

  it('gets the reason of a denial, and changes nothing', async () => {
    const { server, agent } = await start();
    const answer = agent.call(SEND, rename('Terra'));
    const { id } = await server.lastOf(1);
    expect(await server.decide(id, { approve: false })).toBe(400);
    expect(await server.decide(id, { approve: false, reason: 'Rename Mars instead.' })).toBe(200);
    const denied = await answer;
    expect(denied.isError).toBe(true);
    expect(textOf(denied)).toContain('denied by op: Rename Mars instead.');
    expect(await earth(agent)).toBe('Earth');
    expect(await server.decide(id)).toBe(404);
  });

  it('runs without waiting while an approval for minutes holds, but not for another principal', async () => {
    const { server, agent, other } = await start();
    const first = agent.call(SEND, rename('Terra'));
    await server.decide((await server.lastOf(1)).id, { approve: true, forMinutes: 5 });
    expect((await first).isError).not.toBe(true);
    expect((await agent.call(SEND, rename('Gaia'))).isError).not.toBe(true);
    const foreign = other.call(SEND, rename('Mine'));
    expect(await server.lastOf(1)).toMatchObject({ principal: 'other' });
    const { standing } = await server.ann.get('approvals');
    expect(standing).toMatchObject([{ principal: 'agent', world: 'universe', tool: SEND, by: 'op' }]);
    const query = `principal=agent&world=universe&tool=${SEND}`;
    expect(await server.ann.status('DELETE', `approvals/standing?${query}`)).toBe(200);
    const last = agent.call(SEND, rename('Earth'));
    const [theirs, own] = await server.waiting(2);
    expect(own).toMatchObject({ principal: 'agent' });
    for (const each of [theirs, own]) {
      await server.decide(each?.id as string, { approve: false, reason: 'Enough.' });
    }
    expect([(await foreign).isError, (await last).isError]).toEqual([true, true]);
    expect(await earth(agent)).toBe('Gaia');
  });

  it('runs with the arguments of the person, and the agent learns them', async () => {
    const { server, agent } = await start();
    const answer = agent.call(SEND, rename('Terra'));
    const { id } = await server.lastOf(1);
    expect(await server.decide(id, { approve: true, arguments: { universeId: 7 } })).toBe(400);
    expect(await server.decide(id, { approve: true, arguments: rename('Tellus') })).toBe(200);
    const done = await answer;
    expect(done.isError).not.toBe(true);
    expect(textOf(done)).toMatch(/op approved this call with other arguments: .*Tellus/);
    expect(await earth(agent)).toBe('Tellus');
    // The audit has who approved what ran, and the digests of both arguments.
    const [record] = (await server.audit()).filter(({ outcome }) => outcome === 'done');
    expect(record).toMatchObject({ about: { object: 'earth' }, approver: 'op', approval: id });
    const { argumentsDigest, askedDigest } = record ?? {};
    for (const digest of [argumentsDigest, askedDigest]) expect(digest).toMatch(/^[0-9a-f]{16}$/);
    expect(argumentsDigest).not.toBe(askedDigest);
    const { stdout } = await run(['audit', '--data', 'data', '--outcome', 'done'], { cwd: server.cwd });
    expect(stdout).toContain(`approved by op  arguments ${argumentsDigest} instead of ${askedDigest}`);
  });

  it('is answered with a timeout if it is not decided in time', async () => {
    const { server, agent } = await start({ limits: { approvalMs: 1_000 } });
    const answer = await agent.call(SEND, rename('Terra'));
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain('Timeout');
    await server.waiting(0);
    expect(await earth(agent)).toBe('Earth');
    const steps = (await server.audit()).filter(({ kind }) => kind === 'approval');
    expect(steps.map(({ what }) => what)).toEqual(['requested', 'expired']);
  });

  it('learns its place in line by progress, and again when that changes', async () => {
    const { server, agent, other } = await start();
    const first = other.call(SEND, rename('Terra'));
    const ahead = await server.lastOf(1);
    const reading = new Reading(await agent.send(SEND, rename('Gaia'), { progress: true }));
    await reading.until('Waiting for approval, 2nd of 2 in line.');
    await server.decide(ahead.id, { approve: false, reason: 'No.' });
    expect((await first).isError).toBe(true);
    await reading.until('"Waiting for approval."');
    const { id, position } = await server.lastOf(1);
    expect(position).toBe(1);
    await server.decide(id);
    expect(resultIn(await reading.rest()).isError).not.toBe(true);
    const steps = [...reading.text.matchAll(/"progress":([\d.e-]+)/g)].map(([, step]) => Number(step));
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
  });

  it('is not decided by its own principal, with the same token or another of its name', async () => {
    const line = (token: string) => `agent ${token} write approve operate\n`;
    const { server } = await start({ tokens: line(SECOND) });
    const agent = await Agent.open(server.url, revision, SECOND);
    const answer = agent.call(SEND, rename('Terra'));
    const { id } = await server.lastOf(1);
    const own = new OperatorAt(server.ann.origin, SECOND);
    expect(await own.status('POST', `approvals/${id}`, { approve: true })).toBe(403);
    expect(await own.status('POST', `approvals/${id}`, { approve: true, forMinutes: 5 })).toBe(403);
    expect((await own.get('approvals')).approvals).toMatchObject([{ id, decidable: false }]);
    await server.decide(id);
    expect((await answer).isError).not.toBe(true);
    // Sent with the token that cannot approve, decided with the one that can.
    const plain = await Agent.open(server.url, revision, tokenOf('agent'));
    const next = plain.call(SEND, rename('Gaia'));
    const second = await server.lastOf(1);
    expect(await own.status('POST', `approvals/${second.id}`, { approve: true })).toBe(403);
    expect(await own.as(tokenOf('agent')).status('POST', `approvals/${second.id}`, { approve: true })).toBe(
      403,
    );
    await server.decide(second.id, { approve: false, reason: 'No.' });
    expect((await next).isError).toBe(true);
    expect(await earth(agent)).toBe('Terra');
  });

  it('is refused at once if the plan is not the one that the agent expects', async () => {
    const { agent, server } = await start();
    const refused = await agent.call(SEND, { ...rename('Terra'), expectDigest: 'AAAAAAAAAAAAAAAAAAAAAA' });
    expect(textOf(refused)).toContain('differs from the plan');
    await server.waiting(0);
    const planned = await agent.call(SEND, { ...rename('Terra'), dryRun: true });
    const answer = agent.call(SEND, { ...rename('Terra'), expectDigest: factsOf(planned).digest });
    await server.decide((await server.lastOf(1)).id);
    expect((await answer).isError).not.toBe(true);
  });
});

describe('a client of 2026-07-28', () => {
  async function start() {
    const server = await ApprovedServer.start('universe', {
      flags: ['--allow', 'writes', '--approve', 'writes'],
    });
    const agent = await Agent.open(server.url, '2026-07-28', tokenOf('agent'));
    return { server, agent };
  }

  it('withdraws its call when it disconnects', async () => {
    const { server, agent } = await start();
    const stream = await server.stream();
    const leaving = new AbortController();
    const left = agent.call(SEND, rename('Terra'), { signal: leaving.signal }).catch(() => 'left');
    const { id } = await server.lastOf(1);
    leaving.abort();
    expect(await left).toBe('left');
    await stream.until('event: withdrawn');
    await server.waiting(0);
    expect(await server.decide(id)).toBe(404);
    const what = (await server.audit()).map(record => record.what ?? record.outcome);
    expect(what.filter(each => each !== undefined)).toEqual(
      expect.arrayContaining(['requested', 'withdrawn', 'cancelled']),
    );
    expect(what).not.toContain('done');
  });

  it('that knows tasks gets one, which is finished by the approved write', async () => {
    const { server, agent } = await start();
    // biome-ignore lint/suspicious/noExplicitAny: a task is not a result of a tool.
    const task = (await agent.call(SEND, rename('Terra'), { tasks: true })) as any;
    expect(task).toMatchObject({ resultType: 'task', status: 'working' });
    const { id } = await server.lastOf(1);
    expect(await agent.task(task.taskId)).toMatchObject({
      status: 'working',
      statusMessage: 'Waiting for approval.',
    });
    await server.decide(id);
    await expect.poll(async () => (await agent.task(task.taskId)).status).toBe('completed');
    expect(JSON.stringify(await agent.task(task.taskId))).toContain('Terra');
    const done = (await server.audit()).filter(({ outcome }) => outcome === 'done');
    expect(done).toMatchObject([{ tool: SEND, approver: 'op' }]);
  });
});
