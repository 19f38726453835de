import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  ApprovedServer,
  type AuditRecordLine,
  auditOf,
  factsOf,
  type Waiting,
} from '../../../apps/worldwire/src/testing/approvals.js';
import { run, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';

const ROUNDS = 20;
/** The write of an approved call takes a few milliseconds. */
const LONGEST_MS = 24;
const SEND = 'send_universe_command';
const FLAGS = ['--allow', 'writes', '--approve', 'writes'];

/** Each tick adds 1 to the time: a tick that runs twice is seen. */
function tick(server: ApprovedServer, operationKey: string) {
  return server.send(SEND, { universeId: 'sol', command: { type: 'tick' }, operationKey });
}

async function timeOf(server: ApprovedServer): Promise<number> {
  const state = factsOf(await server.send('get_universe_state', { universeId: 'sol', summary: true }));
  return Number(/"time":(\d+)/.exec(JSON.stringify(state))?.[1]);
}

/** What the audit says about an approval: the end of its call, or what the next start noted. */
function fateOf(records: readonly AuditRecordLine[], { id }: Waiting): string | undefined {
  const asked = records.findIndex(({ what, details }) => what === 'requested' && details?.id === id);
  const ends = records.slice(asked + 1).filter(({ what, details, outcome, approval }) => {
    if (details?.id === id) return what !== 'approved';
    return approval === id && outcome !== undefined;
  });
  return ends[0]?.what ?? ends[0]?.outcome;
}

it(`a write that is approved before a kill is done once or not at all, and the audit says which, ${ROUNDS} times`, async () => {
  const cwd = await temporaryFolder();
  let server = await ApprovedServer.start('universe', { cwd, flags: FLAGS });
  for (let round = 0; round < ROUNDS; round++) {
    const answer = tick(server, `key-${round}`).catch(() => undefined);
    const asked = await server.lastOf(1);
    const decided = server.decide(asked.id, { approve: true, digest: asked.digest }).catch(() => undefined);
    await delay(Math.random() * LONGEST_MS);
    server.program.kill('SIGKILL');
    await Promise.all([answer, decided, server.program.ended]);

    server = await ApprovedServer.start('universe', { cwd, flags: FLAGS });
    const fate = fateOf(await server.audit(), asked);
    const ran = (await timeOf(server)) - round;
    expect([fate, ran]).toEqual([
      expect.stringMatching(/^(done|void|begun, outcome unknown)$/),
      fate === 'done' ? 1 : fate === 'void' ? 0 : expect.toSatisfy(count => count === 0 || count === 1),
    ]);
    if ((await answer) !== undefined) expect(ran).toBe(1);

    const retried = tick(server, `key-${round}`);
    await server.decide((await server.lastOf(1)).id);
    expect((await retried).isError).not.toBe(true);
    expect(await timeOf(server)).toBe(round + 1);
  }
  server.program.kill('SIGKILL');
  await server.program.ended;
  const steps = (await auditOf(cwd)).filter(({ kind }) => kind === 'approval');
  expect(steps.filter(({ what }) => what === 'requested')).toHaveLength(2 * ROUNDS);
  expect(await run(['audit', 'verify', '--data', 'data'], { cwd })).toMatchObject({ code: 0 });
}, 300_000);
