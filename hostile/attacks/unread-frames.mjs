import { openUnreadFrames } from '../lib/frames.mjs';
import { attempt } from '../lib/http.mjs';
import { modern, tool } from '../lib/mcp.mjs';
import { each, until } from '../lib/wait.mjs';
import { origin } from '../lib/worlds.mjs';

const CLOSE_MS = 12_000;

export default {
  name: 'unread-frames',
  kind: 'memory',
  claim:
    '100 frames connections with 10 large reads each that read nothing are bounded in memory, which is released in time',
  async run(lab) {
    const limits = { stalledMs: 2_000, queueSoftMs: 2_000 };
    const server = await lab.serve({ copyOf: await lab.shared.data(), frames: true, limits });
    const { alice, bob } = lab.tokens;
    const read = JSON.parse(modern('resources/read', { uri: 'universe://big/state?maxBytes=16777216' }).body);
    const messages = Array.from({ length: 10 }, (_, id) => ({ ...read, id }));
    const sockets = lab.sockets;
    await lab.measureMemory(server, async () => {
      await each(lab.scale(100, 400), 25, async () => {
        if (server.alive) sockets.push(await openUnreadFrames(server.urls.frames, alice, messages));
      });
      const small = await tool(server.urls.universe, bob, 'get_universe_state', {
        universeId: 'sol',
        ids: ['sun'],
      });
      lab.claim(small.ok, `another client got no answer: ${small.status} ${small.text.slice(0, 200)}`);
      // A connection whose answers were refused holds no memory and may stay open.
      const again = () => attempt(`${origin(server.urls.universe)}/universes/big`, { token: alice });
      const released = await until(async () => !server.alive || (await again()).status === 200, CLOSE_MS);
      lab.claim(released, 'the same principal could not read again after the time of a stalled reader');
    });
  },
};
