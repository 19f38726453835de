import { openSocket, request, requestBytes } from '../lib/http.mjs';
import { modern, openSession } from '../lib/mcp.mjs';
import { each } from '../lib/wait.mjs';
import { origin } from '../lib/worlds.mjs';

const NOTES = 'e'.repeat(60_000);

export default {
  name: 'unread-events',
  kind: 'memory',
  claim:
    'event streams that stop reading while a busy universe streams are bounded, and its writers are answered',
  async run(lab) {
    const server = await lab.serve();
    const { alice, bob } = lab.tokens;
    const url = server.urls.universe;
    const state = 'universe://sol/state';
    const feed = requestBytes(`${origin(url)}/universes/sol/events`, {
      token: alice,
      headers: { accept: 'text/event-stream' },
    });
    const listen = requestBytes(url, {
      token: alice,
      ...modern('subscriptions/listen', { notifications: { resourceSubscriptions: [state] } }),
    });
    const sockets = lab.sockets;
    let refused = 0;
    await lab.measureMemory(server, async () => {
      await each(150, 50, async index => {
        if (index % 3 !== 2) return void sockets.push(await openSocket(url, index % 3 === 0 ? feed : listen));
        const session = await openSession(url, alice);
        await session.send('resources/subscribe', { uri: state });
        const headers = { ...session.headers, accept: 'text/event-stream' };
        sockets.push(await openSocket(url, requestBytes(url, { token: alice, headers })));
      });
      await each(lab.scale(500, 5_000), 8, async index => {
        const json = { type: 'updateStar', id: 'earth', payload: { comet: { notes: `${index}${NOTES}` } } };
        const { status } = await request(`${origin(url)}/universes/sol/commands?returning=changes`, {
          token: bob,
          json,
        });
        if (status !== 200) refused++;
      });
    });
    lab.claim(refused === 0, `${refused} writes of another client were refused`);
  },
};
