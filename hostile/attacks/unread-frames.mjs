import { openUnreadFrames } from '../lib/frames.mjs';
import { modern, tool } from '../lib/mcp.mjs';
import { each, until } from '../lib/wait.mjs';

const CLOSE_MS = 12_000;

export default {
  name: 'unread-frames',
  kind: 'memory',
  claim:
    '100 frames connections with 10 large reads each that read nothing are bounded in memory and closed in time',
  async run(lab) {
    const limits = { stalledMs: 3_000, queueSoftMs: 3_000 };
    const server = await lab.serve({ copyOf: await lab.shared.data(), frames: true, limits });
    const { alice, bob } = lab.tokens;
    const read = JSON.parse(modern('resources/read', { uri: 'universe://big/state' }).body);
    const messages = Array.from({ length: 10 }, (_, id) => ({ ...read, id }));
    const idle = server.sockets;
    const sockets = lab.sockets;
    await lab.measureMemory(server, async () => {
      await each(lab.scale(100, 400), 25, async () => {
        if (server.alive) sockets.push(await openUnreadFrames(server.urls.frames, alice, messages));
      });
      const small = await tool(server.urls.universe, bob, 'get_universe_state', {
        universeId: 'sol',
        ids: ['sun'],
      });
      lab.claim(
        small.ok,
        `another client got no answer meanwhile: ${small.status} ${small.text.slice(0, 200)}`,
      );
      const closed = await until(() => !server.alive || server.sockets <= idle + 4, CLOSE_MS);
      lab.claim(closed, `${server.alive ? server.sockets - idle : 0} unread connections stayed open`);
    });
  },
};
