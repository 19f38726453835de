import { expect, it } from 'vitest';
import { ApprovedServer, textOf, type Waiting } from '../../../apps/worldwire/src/testing/approvals.js';

const CALLS = 1_000;
const TAGS = 20;
const TAG_CHARACTERS = 500;
const DOOR = '/Game/Maps/Harbour.Harbour:PersistentLevel.BP_Door_C_1';
/** For each call: its arguments as text and as objects, its plan, its connection, and the garbage of its dry run. */
const MAX_CALL_BYTES = 160 * 1024;
/** A server that keeps more than one round of calls ends with an error. */
const HEAP_MB = 96;
const PRINCIPALS = ['agent', 'other'];

/** Resident memory and heap, by the metrics of the operator. */
async function memoryOf({ ann }: ApprovedServer) {
  const text = await (await ann.send('GET', 'metrics')).text();
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find(line => line.startsWith(name))
        ?.split(' ')
        .at(-1),
    );
  return {
    resident: value('process_resident_memory_bytes '),
    heap: value('worldwire_heap_bytes{kind="used"}'),
    waiting: value('worldwire_approvals_waiting '),
  };
}

/** All calls that wait, page by page. */
async function listed({ ann }: ApprovedServer): Promise<readonly Waiting[]> {
  const all: Waiting[] = [];
  let cursor = '';
  do {
    const page = await ann.get(`approvals?limit=1000${cursor}`);
    expect(page.total).toBe(CALLS);
    expect(JSON.stringify(page).length).toBeLessThan(64 * 1024);
    all.push(...page.approvals);
    cursor = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`;
  } while (cursor !== '');
  return all;
}

/** A write whose arguments are 10 KB. */
function large(server: ApprovedServer, index: number) {
  const value = Array.from({ length: TAGS }, (_, tag) => `${index}-${tag}-`.padEnd(TAG_CHARACTERS, 'x'));
  const args = { object: DOOR, property: 'Tags', value };
  return server.send('set_property', args, PRINCIPALS[index % PRINCIPALS.length]);
}

it(`${CALLS} calls wait in bounded memory, one more is refused, and all end when they are denied`, async () => {
  const server = await ApprovedServer.start('unreal', {
    flags: ['--allow', 'writes', '--approve', 'writes'],
    limits: { requestsPerSecond: 100_000 },
    env: { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` },
  });
  const before = await memoryOf(server);
  for (const round of [1, 2]) {
    const calls = Array.from({ length: CALLS }, (_, index) => large(server, index));
    const early = Promise.race(calls).then(answer => {
      throw new Error(`A call was refused: ${JSON.stringify(answer)}`);
    });
    await Promise.race([
      early,
      expect.poll(async () => (await memoryOf(server)).waiting, { timeout: 120_000 }).toBe(CALLS),
    ]);
    early.catch(() => {});
    const during = await memoryOf(server);
    expect(during.resident - before.resident, `round ${round}`).toBeLessThan(CALLS * MAX_CALL_BYTES);
    expect(during.heap - before.heap, `round ${round}`).toBeLessThan(CALLS * MAX_CALL_BYTES);
    const refused = await large(server, CALLS);
    expect(textOf(refused)).toMatch(/^RateLimited: 1000 calls wait for an approval/);
    const all = await listed(server);
    expect(new Set(all.map(({ id }) => id)).size).toBe(CALLS);
    for (const { id } of all) {
      expect(await server.decide(id, { approve: false, reason: 'Too many.' })).toBe(200);
    }
    const answers = await Promise.all(calls);
    expect(answers.filter(answer => textOf(answer).includes('Too many.'))).toHaveLength(CALLS);
    expect((await memoryOf(server)).waiting).toBe(0);
  }
}, 300_000);
