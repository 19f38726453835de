import { openUnreadFrames } from '../lib/frames.mjs';
import { call, initialize } from '../lib/mcp.mjs';
import { each } from '../lib/wait.mjs';
import { ALL_WORLDS } from '../lib/worlds.mjs';

const NAME_BYTES = 4 * 1024 * 1024 - 600;
const HALF_NAME_BYTES = 2 * 1024 * 1024 - 600;

/** V8 keeps the whole of a text alive for a slice of it, so a cut name is not a short name. */
export default {
  name: 'client-names',
  kind: 'memory',
  claim:
    'client names and versions of 4 MB, in sessions and requests of three worlds, are refused and not kept',
  async run(lab) {
    const server = await lab.serve({ worlds: ALL_WORLDS, frames: true });
    const { alice, bob } = lab.tokens;
    const long = 'n'.repeat(NAME_BYTES);
    const half = 'n'.repeat(HALF_NAME_BYTES);
    const clients = [
      { name: long, version: '1' },
      { name: 'n', version: long },
      { name: half, version: half },
    ];
    let accepted = 0;
    await lab.measureMemory(server, async () => {
      await each(lab.scale(260, 1_500), 6, async index => {
        if (!server.alive) return;
        const url = server.urls[ALL_WORLDS[index % 3]];
        const client = clients[Math.floor(index / 3) % 3];
        const { session } = await initialize(url, index % 2 === 0 ? alice : bob, { client });
        if (session !== undefined) accepted++;
      });
      await each(lab.scale(40, 600), 6, async index => {
        if (!server.alive) return;
        await call(
          server.urls[ALL_WORLDS[index % 3]],
          alice,
          'tools/list',
          {},
          { client: clients[index % 3] },
        );
      });
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: clients[0] };
      const sockets = [];
      await each(lab.scale(30, 200), 4, async () => {
        if (!server.alive) return;
        const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
        sockets.push(await openUnreadFrames(server.urls.frames, alice, [message]));
      });
      for (const socket of sockets) socket.destroy();
    });
    lab.claim(accepted === 0, `${accepted} sessions were opened with names of 2 to 4 MB`);
  },
};
