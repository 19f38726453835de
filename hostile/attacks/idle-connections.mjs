import { openSocket } from '../lib/http.mjs';
import { tool } from '../lib/mcp.mjs';
import { each, until } from '../lib/wait.mjs';
import { ALL_WORLDS } from '../lib/worlds.mjs';

export default {
  name: 'idle-connections',
  kind: 'memory',
  claim: '5,000 connections without a credential are capped, and a client with a token still gets in',
  async run(lab) {
    const server = await lab.serve({ worlds: ALL_WORLDS });
    const { bob } = lab.tokens;
    const url = server.urls.universe;
    const count = lab.scale(5_000, 9_000);
    const sockets = lab.sockets;
    const begun = Buffer.from('POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n');
    const before = server.sockets;
    await lab.measureMemory(server, async () => {
      // Half of them begin a request and never end its head.
      await each(count, 200, async index => {
        sockets.push(await Promise.race([openSocket(url, index % 2 ? begun : undefined), aWhile()]));
      });
      // A connection has a second to send its request: a quick burst is closed by connections that come later.
      await until(async () => {
        sockets.push(await Promise.race([openSocket(url, undefined), aWhile()]));
        return server.sockets - before < count * 0.9;
      }, 5_000);
      const held = server.sockets - before;
      lab.note(`${held} of ${count} connections were held`);
      lab.claim(held < count * 0.9, `the server held ${held} connections that had shown no credential`);
      for (let i = 0; i < 5; i++) {
        const { ok, text } = await tool(
          url,
          bob,
          'get_universe_state',
          { universeId: 'sol', ids: ['sun'] },
          { ms: 3_000 },
        );
        lab.claim(ok, `a client with a token did not get in: ${text.slice(0, 200)}`);
      }
    });
  },
};

function aWhile() {
  return new Promise(resolve => setTimeout(() => resolve({ destroy() {} }), 1_000));
}
