import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callTool, Reading } from '../testing/client.js';
import { OperatorAt } from '../testing/operator.js';
import { Program, temporaryFolder } from '../testing/program.js';

const [AGENT, ANN] = ['agent-0123456789abcdef', 'ann-0123456789abcdef'];
/** As many requests as the Unity world works on in parallel. */
const PARALLEL = 32;

it('calls that wait for a person do not lock others out of the Unity world', async () => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'tokens'), `agent ${AGENT} write\nann ${ANN} read approve\n`, { mode: 0o600 });
  const flags = ['--data', 'data', '--token-file', 'tokens', '--allow', 'writes', '--approve', 'writes'];
  const program = new Program(['serve', 'unity', '--port', '0', '--json', ...flags], { cwd });
  const url = await program.url();
  const ann = (await OperatorAt.of(program)).as(ANN);
  const stream = new Reading(await ann.send('GET', 'approvals/stream'));
  await stream.until('event: ready');
  for (let count = 0; count < PARALLEL; count++) {
    stream.text = '';
    // It waits until the server ends.
    callTool(url, 'SetTimeScale', { value: 0.5 }, { token: AGENT }).catch(() => {});
    await stream.until('event: requested');
  }
  expect((await ann.get('approvals')).total).toBe(PARALLEL);
  expect((await callTool(url, 'GetTimeScale', {}, { token: ANN })).status).toBe(200);
});
