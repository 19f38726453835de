import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAudit } from '../audit/read-audit.js';
import { verifyAudit } from '../audit/verify-audit.js';
import { Program, temporaryFolder } from '../testing/program.js';

const KILLS = 20;
const ARGS = [
  'serve',
  'universe',
  '--port',
  '0',
  '--json',
  '--log-level',
  'silent',
  '--data',
  'kept',
  '--audit-segment',
  '65536',
];

it(`is whole after each of ${KILLS} kills of a server that writes, and has what was answered`, async () => {
  const cwd = await temporaryFolder();
  const data = join(cwd, 'kept');
  const answered: string[] = [];
  for (let round = 0; round < KILLS; round++) {
    const program = new Program(ARGS, { cwd });
    const url = new URL('/universes/sol/commands?returning=changes', await program.url());
    let killed = false;
    const enough = answered.length + 20 + 13 * round;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let count = 0; !killed; count++) {
        const key = `${round}-${writer}-${count}`;
        const headers = { 'content-type': 'application/json', 'idempotency-key': key };
        try {
          const { status } = await fetch(url, { method: 'POST', headers, body: '{"type":"tick"}' });
          if (status === 200) answered.push(key);
        } catch {
          return;
        }
        if (answered.length < enough || killed) continue;
        killed = true;
        program.kill('SIGKILL');
      }
    });
    await Promise.all(writers);
    await program.ended;
    expect(await verifyAudit(data), `kill ${round + 1}`).toMatchObject({
      problems: [],
      chains: [{ chain: 'audit' }],
    });
  }
  const { chains } = await verifyAudit(data);
  expect(chains).toHaveLength(1);
  expect(chains[0]?.segments).toBeGreaterThan(1);
  const done = await keysDone(data);
  expect(answered.filter(key => !done.has(key))).toEqual([]);
}, 300_000);

async function keysDone(data: string): Promise<ReadonlySet<string | undefined>> {
  const keys = new Set<string | undefined>();
  let before: string | undefined;
  do {
    const filter = { outcome: 'done' };
    const page = await readAudit(data, { limit: 1_000, filter, ...(before !== undefined && { before }) });
    for (const { operationKey } of page.records) keys.add(operationKey);
    before = page.older;
  } while (before !== undefined);
  return keys;
}
