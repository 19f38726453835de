import { connect } from 'node:net';
import { requestBytes } from '../lib/http.mjs';
import { modern, openSession } from '../lib/mcp.mjs';
import { makeProject, textureBomb } from '../lib/unreal-project.mjs';
import { each, sleep } from '../lib/wait.mjs';

/** As much as one request for subscriptions may ask for. */
const URIS = 130;
const TAIL = 'u'.repeat(1_850);

export default {
  name: 'subscriptions',
  kind: 'memory',
  claim: 'subscriptions are bounded over all clients, and refused for assets that do not exist',
  async run(lab) {
    const project = makeProject(lab.path('Project'), {
      'Content/T_Here.uasset': textureBomb('T_Here', 8, 8),
    });
    const server = await lab.serve({ worlds: ['unity', 'unreal'], args: ['--project', project] });
    const { alice, bob } = lab.tokens;
    const { unity, unreal } = server.urls;
    const session = await openSession(unreal, bob);
    const subscribe = uri => session.send('resources/subscribe', { uri });
    for (const kind of ['asset', 'blueprint', 'texture', 'level']) {
      const { json, text } = await subscribe(`unreal://${kind}//Game/NoSuch_${kind}`);
      lab.claim(json?.error !== undefined, `an absent ${kind} was accepted: ${text.slice(0, 200)}`);
    }
    for (const uri of ['unreal://project', 'unreal://asset//Game/T_Here']) {
      const { json, text } = await subscribe(uri);
      lab.claim(json?.result !== undefined, `${uri} was refused: ${text.slice(0, 200)}`);
    }
    let refused = 0;
    let absent = 0;
    await lab.measureMemory(server, async () => {
      await each(lab.scale(100, 4_000), 8, async index => {
        if (!server.alive) return;
        const uris = Array.from({ length: URIS }, (_, uri) => `unity://search?query=${index}-${uri}${TAIL}`);
        if (!(await listen(lab, unity, alice, uris)).includes('acknowledged')) refused++;
      });
      await each(lab.scale(4, 200), 4, async index => {
        if (!server.alive) return;
        const uris = Array.from({ length: 1_000 }, (_, uri) => `unreal://asset//Game/No_${index}_${uri}`);
        if ((await listen(lab, unreal, alice, uris)).includes('/Game/No_')) absent++;
      });
      await sleep(500);
    });
    lab.claim(refused > 0, 'no subscription was refused: the limit over all clients is missing');
    lab.claim(absent === 0, `${absent} requests for a thousand absent assets were accepted`);
    const { json, text } = await (await openSession(unity, bob)).send('resources/subscribe', {
      uri: 'unity://scenes',
    });
    lab.claim(json?.result !== undefined, `another client could not subscribe: ${text.slice(0, 200)}`);
  },
};

/** Opens a stream of subscriptions, keeps it open and reads on. Gives what came first. */
function listen(lab, url, token, resourceSubscriptions) {
  const { hostname, port } = new URL(url);
  const message = modern('subscriptions/listen', { notifications: { resourceSubscriptions } });
  return new Promise(resolve => {
    const socket = connect({ host: hostname, port: Number(port) });
    lab.sockets.push(socket);
    let text = '';
    socket.on('data', chunk => {
      if (text.length < 2_000) text += chunk;
      if (text.includes('"jsonrpc"')) resolve(text);
    });
    socket.on('error', () => resolve(text));
    socket.on('close', () => resolve(text));
    socket.write(requestBytes(url, { token, ...message }));
  });
}
