import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, type TestContext } from 'vitest';
import { type AuditRecordLine, textOf } from '../../../apps/worldwire/src/testing/approvals.js';
import { callTool, resultOf, type ToolResult } from '../../../apps/worldwire/src/testing/client.js';
import { run } from '../../../apps/worldwire/src/testing/program.js';
import { ServerProcess } from '../../../scripts/chaos/index.mjs';
import { postgresOf, temporaryFolder } from './servers.js';

const ROUNDS = 30;
/** A call takes about as long, so that kills come before, between and after the calls. */
const LONGEST_MS = 30;
const LONG = 300_000;

interface Keyed {
  readonly key: string;
  readonly command: object;
}

interface Sol {
  readonly revision: number;
  readonly state: { readonly time: number; readonly stars: Readonly<Record<string, { name: string }>> };
}

interface History {
  readonly items: readonly { readonly operationKey?: string; readonly revision: number }[];
}

const batch = (round: number) => ({
  type: 'batch',
  commands: [
    { type: 'tick', dt: 1 },
    { type: 'updateStar', id: 'earth', payload: { name: `Earth ${round}` } },
  ],
});
const added = (round: number) => ({ type: 'addStar', id: `s-${round}`, payload: { name: `Star ${round}` } });
const undo = (revision: number) => ({ type: 'undo', revision });

function revisionOf({ structuredContent }: ToolResult): number {
  return (structuredContent as { revision: number }).revision;
}

/** Kills the server during calls of the tool that writes, and retries each call with its key at the next one. */
async function killAndRetry(store: string): Promise<void> {
  const data = await temporaryFolder();
  let server = new ServerProcess({ store, data });
  let origin = await server.ready;
  const send = async ({ key, command }: Keyed) =>
    resultOf(
      await callTool(`${origin}/mcp`, 'send_universe_command', {
        ...{ universeId: 'sol', command, operationKey: key },
      }),
    );
  const unheard: string[] = [];
  const unheardAndDone: string[] = [];
  /** The revision that the next round undoes. */
  let last: number | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const calls: readonly Keyed[] = [
      { key: `batch-${round}`, command: batch(round) },
      { key: `add-${round}`, command: added(round) },
      ...(last === undefined ? [] : [{ key: `undo-${round}`, command: undo(last) }]),
    ];
    const answers = calls.map(call => send(call).catch(() => undefined));
    await delay(Math.random() * LONGEST_MS);
    await server.kill();
    const heard = await Promise.all(answers);

    server = new ServerProcess({ store, data });
    origin = await server.ready;
    const before = await historyOf(origin);
    for (const [index, call] of calls.entries()) {
      const answer = heard[index];
      const done = before.items.filter(({ operationKey }) => operationKey === call.key);
      expect(done.length, call.key).toBeLessThanOrEqual(1);
      if (answer === undefined) {
        unheard.push(call.key);
        if (done.length > 0) unheardAndDone.push(call.key);
      } else {
        expect(answer.isError, textOf(answer)).not.toBe(true);
        expect(done.map(({ revision }) => revision)).toEqual([revisionOf(answer)]);
      }
      const retried = await send(call);
      expect(retried.isError, textOf(retried)).not.toBe(true);
      const [entry] = done;
      const { revision, replayed } = retried.structuredContent as { revision: number; replayed?: true };
      expect([revision, replayed]).toEqual(
        entry === undefined ? [expect.any(Number), undefined] : [entry.revision, true],
      );
      if (call.key.startsWith('add-')) last = revision;
    }
    const { items } = await historyOf(origin);
    for (const { key } of calls)
      expect(items.filter(({ operationKey }) => operationKey === key)).toHaveLength(1);
    const { state, revision: newest } = (await (await fetch(`${origin}/universes/sol`)).json()) as Sol;
    expect([state.time, state.stars.earth?.name]).toEqual([round + 1, `Earth ${round}`]);
    expect([`s-${round}` in state.stars, `s-${round - 1}` in state.stars]).toEqual([true, false]);
    const unknown = await send({ key: `unknown-${round}`, command: undo(newest + 1) });
    expect(textOf(unknown)).toMatch(/^NotFound: Universe "sol" has no revision/);
    const [undone] = calls.slice(2);
    const again = undone && (await send({ ...undone, key: `again-${round}` }));
    if (again !== undefined) expect(textOf(again)).toMatch(/is already undone by revision/);
  }
  await server.kill();
  // Some calls were in the middle of their work.
  expect(unheard.length).toBeGreaterThan(0);
  // The audit has both attempts, and says of neither that it failed.
  const { stdout } = await run(['audit', '--json', '--limit', '1000', '--data', data]);
  const records = stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as AuditRecordLine);
  for (const key of unheardAndDone) {
    const outcomes = records
      .filter(({ operationKey }) => operationKey === key)
      .map(({ outcome }) => outcome ?? 'begun');
    const known = outcomes.filter(outcome => outcome !== 'begun');
    expect([outcomes.length - known.length, new Set(known)], key).toEqual([2, new Set(['done'])]);
  }
}

async function historyOf(origin: string): Promise<History> {
  return (await fetch(`${origin}/universes/sol/history?limit=50`)).json() as Promise<History>;
}

describe('calls of the tool that writes to a universe, over 30 kills of the server', () => {
  it(
    'are done once in SQLite, and the undo of what was not done is refused',
    () => killAndRetry('sqlite'),
    LONG,
  );

  it(
    'are done once in PostgreSQL, and the undo of what was not done is refused',
    async (context: TestContext) => killAndRetry((await postgresOf(context)).url),
    LONG,
  );
});
