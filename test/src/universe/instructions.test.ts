import { expect, it, onTestFinished } from 'vitest';
import { Agent } from '../agents/agent.mjs';
import { until } from '../http/until.js';
import { startUniverse } from './universe-server.js';

it('the instructions of a new client name a universe that was created meanwhile', async () => {
  const server = await startUniverse();
  onTestFinished(() => server.close());
  const first = await Agent.connect(server.url);
  expect(first.instructions).toContain('There are: sol;');
  const command = { type: 'createUniverse', name: 'Ross' };
  await first.call('send_universe_command', { universeId: 'ross', command });
  const { instructions } = server.kernel.world;
  await until(() => (instructions as () => string)().includes('ross'), 'the new universe to be read');
  expect((await Agent.connect(server.url)).instructions).toContain('There are: ross, sol;');
});
