import { connect } from 'node:net';
import { attempt, requestBytes } from '../lib/http.mjs';
import { tool } from '../lib/mcp.mjs';
import { each } from '../lib/wait.mjs';

const STREAMS = 40;
const READS = 12;

export default {
  name: 'unread-legacy',
  kind: 'memory',
  claim: 'streams of 2024-11-05 that stop reading while their answers of 7 MB arrive are bounded in memory',
  async run(lab) {
    const server = await lab.serve({ copyOf: await lab.shared.data(), limits: { stalledMs: 3_000 } });
    const url = server.urls.universe;
    const { alice, bob } = lab.tokens;
    await lab.measureMemory(server, () =>
      each(lab.scale(STREAMS, 4 * STREAMS), 8, async () => {
        if (!server.alive) return;
        const endpoint = await openStream(lab, url, alice);
        if (endpoint === undefined) return;
        const post = (method, params, id) =>
          attempt(new URL(endpoint, url).href, {
            token: alice,
            json: { jsonrpc: '2.0', method, params, ...(id && { id }) },
          });
        const clientInfo = { name: 'hostile', version: '1' };
        await post('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo }, 1);
        await post('notifications/initialized', {});
        for (let id = 2; id < READS + 2; id++)
          await post('resources/read', { uri: 'universe://big/state?maxBytes=16777216' }, id);
      }),
    );
    const small = await tool(url, bob, 'get_universe_state', { universeId: 'sol', ids: ['sun'] });
    lab.claim(small.ok, `another client got no answer: ${small.text.slice(0, 200)}`);
  },
};

/** Opens a stream, reads where to post, and never reads again. */
function openStream(lab, url, token) {
  const { hostname, port } = new URL(url);
  return new Promise(resolve => {
    const socket = connect({ host: hostname, port: Number(port) });
    lab.sockets.push(socket);
    let text = '';
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(undefined));
    socket.on('data', chunk => {
      text += chunk;
      const endpoint = /^event: endpoint\r?\ndata: (\S+)/m.exec(text)?.[1];
      if (endpoint === undefined) return;
      socket.pause();
      resolve(endpoint);
    });
    socket.write(requestBytes(url, { token, headers: { accept: 'text/event-stream' } }));
  });
}
