import { attempt, openSocket, requestBytes } from '../lib/http.mjs';
import { modern, openSession, tool } from '../lib/mcp.mjs';
import { each, until } from '../lib/wait.mjs';
import { origin } from '../lib/worlds.mjs';

const STALLED_MS = 2_000;
const CLOSE_MS = 12_000;
const STATE = 'universe://big/state?maxBytes=16777216';

/** Clients that ask for a state of 7 MB on many connections, and read nothing of it. */
export default [
  unread({
    name: 'unread-rest',
    what: '200 connections',
    connections: 200,
    async bytes({ url, token }) {
      return requestBytes(`${origin(url)}/universes/big`, { token });
    },
  }),
  unread({
    name: 'unread-mcp',
    what: '120 connections of 2026-07-28',
    connections: 120,
    async bytes({ url, token }) {
      return requestBytes(url, { token, ...modern('resources/read', { uri: STATE }) });
    },
  }),
  unread({
    name: 'unread-session',
    what: '200 streams of a session',
    connections: 200,
    async bytes({ url, token }) {
      const { headers } = await openSession(url, token);
      const accept = 'text/event-stream, application/json';
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'resources/read',
        params: { uri: STATE },
      });
      return requestBytes(url, { token, headers: { ...headers, accept }, body });
    },
  }),
  unread({
    name: 'unread-pipelined',
    what: '300 requests in one chunk on each of 40 connections',
    connections: 40,
    async bytes({ url, token }) {
      const one = requestBytes(`${origin(url)}/universes/big`, { token });
      return Buffer.concat(Array.from({ length: 300 }, () => one));
    },
  }),
];

function unread({ name, what, connections, bytes }) {
  return {
    name,
    kind: 'memory',
    claim: `${what} that ask for a large state and read nothing are bounded in memory and closed in time`,
    async run(lab) {
      // A refused request leaves its connection idle.
      const limits = { stalledMs: STALLED_MS, keepAliveMs: STALLED_MS };
      const server = await lab.serve({ copyOf: await lab.shared.data(), limits });
      const url = server.urls.universe;
      const { alice, bob } = lab.tokens;
      const idle = server.sockets;
      const sockets = lab.sockets;
      await lab.measureMemory(server, async () => {
        const sent = await bytes({ url, token: alice });
        await each(lab.scale(connections, 2 * connections), 50, async () => {
          if (server.alive) sockets.push(await openSocket(url, sent));
        });
        const small = await tool(url, bob, 'get_universe_state', { universeId: 'sol', ids: ['earth'] });
        lab.claim(small.ok, `another client got no answer: ${small.status} ${small.text.slice(0, 200)}`);
        if (!server.alive) return;
        // The other client's connection may still be open.
        const closed = await until(() => !server.alive || server.sockets <= idle + 4, CLOSE_MS);
        const left = server.alive ? server.sockets - idle : 0;
        lab.claim(
          closed,
          `${left} unread connections were still open after ${(STALLED_MS + CLOSE_MS) / 1_000} s`,
        );
        const again = await attempt(`${origin(url)}/universes/big`, { token: alice });
        lab.claim(again.status === 200, `the same principal could not read again: ${again.status}`);
      });
    },
  };
}
