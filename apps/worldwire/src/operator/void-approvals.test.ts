import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAudit } from '../audit/read-audit.js';
import { callTool, Reading, resultOf } from '../testing/client.js';
import { OperatorAt } from '../testing/operator.js';
import { Program, temporaryFolder } from '../testing/program.js';

const [AGENT, ANN] = ['agent-0123456789abcdef', 'ann-0123456789abcdef'];
const DOOR = '/Game/Maps/Harbour.Harbour:PersistentLevel.BP_Door_C_1';

/** Two calls in each world, of which the first changes what the second would change. */
const CALLS: readonly (readonly [world: string, tool: string, first: object, second: object])[] = [
  [
    'universe',
    'send_universe_command',
    { universeId: 'sol', command: { type: 'tick' } },
    { universeId: 'sol', command: { type: 'tick' } },
  ],
  ['unity', 'SetTimeScale', { value: 0.5 }, { value: 0.6 }],
  [
    'unreal',
    'set_actor_transform',
    { path: DOOR, location: { x: 1, y: 2, z: 3 } },
    { path: DOOR, location: { x: 4, y: 5, z: 6 } },
  ],
];

it.each(CALLS)('an approval in %s is void if the plan of %s has changed', async (world, tool, ...both) => {
  const cwd = await temporaryFolder();
  const data = join(cwd, 'data');
  await writeFile(join(cwd, 'tokens'), `agent ${AGENT} write\nann ${ANN} approve\n`, { mode: 0o600 });
  const flags = ['--data', data, '--token-file', 'tokens', '--allow', 'writes', '--approve', 'writes'];
  const program = new Program(['serve', world, '--port', '0', '--json', ...flags], { cwd });
  const url = await program.url();
  const ann = (await OperatorAt.of(program)).as(ANN);
  const stream = new Reading(await ann.send('GET', 'approvals/stream'));
  await stream.until('event: ready');
  const answers: ReturnType<typeof resultOf>[] = [];
  for (const args of both) {
    stream.text = '';
    answers.push(callTool(url, tool, args, { token: AGENT }).then(resultOf));
    await stream.until('event: requested');
  }
  const { approvals } = await ann.get('approvals');
  const decide = async (index: number) => {
    const { id, digest } = approvals[index];
    const status = await ann.status('POST', `approvals/${id}`, { approve: true, digest });
    return { status, result: await answers[index] };
  };
  const first = await decide(0);
  expect([first.status, first.result?.isError ?? false]).toEqual([200, false]);
  const second = await decide(1);
  expect(second).toMatchObject({ status: 200, result: { isError: true } });
  expect(second.result?.content[0]?.text).toMatch(
    /approval is void and nothing was changed. The digest of the new plan is [\w-]{22}\./,
  );
  const { records } = await readAudit(data, { limit: 1, filter: { kind: 'approval' } });
  expect(records).toMatchObject([{ what: 'void', details: { world, tool, for: 'agent' } }]);
});
