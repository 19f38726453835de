import { openSocket, requestBytes } from '../lib/http.mjs';
import { tool } from '../lib/mcp.mjs';
import { each } from '../lib/wait.mjs';
import { ALL_WORLDS } from '../lib/worlds.mjs';

const BODY_BYTES = 4 * 1024 * 1024;

export default {
  name: 'slow-uploads',
  kind: 'memory',
  claim: 'bodies of 4 MiB without their last byte are bounded in total, and other clients are served',
  async run(lab) {
    const server = await lab.serve({ worlds: ALL_WORLDS });
    const { alice, bob } = lab.tokens;
    const body = Buffer.alloc(BODY_BYTES - 1, ' ');
    const sockets = lab.sockets;
    await lab.measureMemory(server, async () => {
      await each(lab.scale(420, 1_000), 30, async index => {
        if (!server.alive) return;
        const url = server.urls[ALL_WORLDS[index % 3]];
        const bytes = requestBytes(url, { token: alice, body, length: BODY_BYTES });
        sockets.push(await Promise.race([openSocket(url, bytes), aWhile()]));
      });
      const read = { universeId: 'sol', ids: ['sun'] };
      const { ok, text } = await tool(server.urls.universe, bob, 'get_universe_state', read, { ms: 5_000 });
      lab.claim(ok, `another client got no answer: ${text.slice(0, 200)}`);
    });
  },
};

/** A server that reads no further leaves an upload where it is. */
function aWhile() {
  return new Promise(resolve => setTimeout(() => resolve({ destroy() {} }), 500));
}
