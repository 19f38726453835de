import { openSocket, requestBytes } from '../lib/http.mjs';
import { modern, openSession } from '../lib/mcp.mjs';
import { each, sleep } from '../lib/wait.mjs';

/** Just below the longest URI that is served. */
const TAIL = 'u'.repeat(7_900);

export default {
  name: 'subscriptions',
  kind: 'memory',
  claim:
    'subscriptions with long URIs are bounded over all clients, and refused for assets that do not exist',
  async run(lab) {
    const server = await lab.serve({ worlds: ['unity', 'unreal'] });
    const { alice, bob } = lab.tokens;
    const { unity, unreal } = server.urls;
    const sockets = lab.sockets;
    const session = await openSession(unreal, bob);
    const absent = await session.send('resources/subscribe', { uri: 'unreal://asset/Game/NoSuchAsset' });
    lab.claim(
      absent.json?.error !== undefined,
      `a subscription to an absent asset was accepted: ${absent.text.slice(0, 200)}`,
    );
    const present = await session.send('resources/subscribe', { uri: 'unreal://project' });
    lab.claim(
      present.json?.result !== undefined,
      `a good subscription was refused: ${present.text.slice(0, 200)}`,
    );
    await lab.measureMemory(server, async () => {
      await each(lab.scale(330, 1_500), 8, async index => {
        if (!server.alive) return;
        const url = index % 2 === 0 ? unity : unreal;
        const resourceSubscriptions = Array.from({ length: 500 }, (_, uri) =>
          index % 2 === 0
            ? `unity://console/script?path=${index}-${uri}${TAIL}`
            : `unreal://asset/Game/${index}-${uri}${TAIL}`,
        );
        const listen = modern('subscriptions/listen', { notifications: { resourceSubscriptions } });
        sockets.push(await openSocket(url, requestBytes(url, { token: alice, ...listen }), { drains: true }));
      });
      await sleep(1_000);
    });
  },
};
