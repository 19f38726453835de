import { attempt } from '../lib/http.mjs';
import { call, modern, openSession } from '../lib/mcp.mjs';
import { MIB } from '../lib/process-memory.mjs';
import { each } from '../lib/wait.mjs';
import { ALL_WORLDS, smallCommand } from '../lib/worlds.mjs';

const LONG = 'k'.repeat(3.9 * MIB);
const MAX_GROWTH = 300 * MIB;
const KEY = 'worldwire/operationKey';
const COMMAND = { universeId: 'sol', command: smallCommand(1) };

/** Every text of a client that a server could keep, each 3.9 MB long. */
export default {
  name: 'long-texts',
  kind: 'memory',
  claim:
    'ids, operation keys, URIs, cursors, levels, tokens, methods and names of 3.9 MB leave nothing behind',
  async run(lab) {
    const server = await lab.serve({ worlds: ALL_WORLDS, args: ['--allow', 'writes'] });
    const { alice } = lab.tokens;
    const { universe, unity, unreal } = server.urls;
    const sessions = await Promise.all([universe, unity, unreal].map(url => openSession(url, alice)));
    const send = (method, params, id) => index => sessions[index % 3].send(method, params, id);
    const kinds = [
      send('ping', {}, LONG),
      index => call([universe, unity, unreal][index % 3], alice, 'tools/list', {}, { id: LONG }),
      send('tools/list', { cursor: LONG }),
      send('logging/setLevel', { level: LONG }),
      send('ping', { _meta: { progressToken: LONG } }),
      send('resources/read', { uri: `unreal://asset/${LONG}` }),
      send('resources/subscribe', { uri: `unreal://asset/${LONG}` }),
      send('resources/subscribe', { uri: `unity://console/script?path=${LONG}` }),
      send('prompts/get', { name: LONG }),
      send('completion/complete', {
        ref: { type: 'ref/prompt', name: LONG },
        argument: { name: LONG, value: 'x' },
      }),
      send('tools/call', { name: LONG }),
      send(LONG),
      () =>
        sessions[0].send('tools/call', {
          name: 'send_universe_command',
          arguments: COMMAND,
          _meta: { [KEY]: LONG },
        }),
      () =>
        sessions[1].send('tools/call', {
          name: 'SetTimeScale',
          arguments: { value: 1 },
          _meta: { [KEY]: LONG },
        }),
      () =>
        sessions[2].send('tools/call', {
          name: 'log_message',
          arguments: { message: 'x' },
          _meta: { [KEY]: LONG },
        }),
      index =>
        notify(sessions[index % 3], 'notifications/cancelled', { requestId: LONG, reason: LONG.slice(0, 9) }),
      index => notify(sessions[index % 3], 'notifications/cancelled', { requestId: 1, reason: LONG }),
      index => listen([universe, unity, unreal][index % 3], alice, `unreal://asset/${LONG}`),
    ];
    const start = server.sample().rss;
    await lab.measureMemory(
      server,
      () =>
        each(kinds.length * lab.scale(8, 150), 6, async index => {
          if (server.alive) await kinds[index % kinds.length](Math.floor(index / kinds.length));
        }),
      { settleMs: 500 },
    );
    lab.claim(
      lab.memory.after - start < MAX_GROWTH,
      `${Math.round((lab.memory.after - start) / MIB)} MiB were still held after the attack`,
    );
  },
};

function notify(session, method, params) {
  const { url, token, headers } = session;
  return attempt(url, { token, headers, json: { jsonrpc: '2.0', method, params } });
}

function listen(url, token, uri) {
  const params = { notifications: { resourceSubscriptions: [uri] } };
  return attempt(url, { token, agent: false, ms: 1_000, ...modern('subscriptions/listen', params) });
}
