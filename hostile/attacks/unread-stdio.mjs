import { modern } from '../lib/mcp.mjs';
import { sleep } from '../lib/wait.mjs';

export default {
  name: 'unread-stdio',
  kind: 'memory',
  claim: 'a client on standard input that sends 400 large reads and reads nothing is bounded in memory',
  async run(lab) {
    const server = lab.stdio('universe', await lab.shared.data());
    const read = JSON.parse(modern('resources/read', { uri: 'universe://big/state?maxBytes=16777216' }).body);
    server.input.on('error', () => {});
    await sleep(1_000);
    await lab.measureMemory(server, async () => {
      for (let id = 0; id < lab.scale(400, 4_000); id++)
        server.input.write(`${JSON.stringify({ ...read, id })}\n`);
      await sleep(lab.scale(4_000, 20_000));
    });
  },
};
