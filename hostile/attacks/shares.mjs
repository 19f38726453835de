import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { pathToFileURL } from 'node:url';
import { frame } from '../lib/frames.mjs';
import { requestBytes } from '../lib/http.mjs';
import { call, modern, tool } from '../lib/mcp.mjs';
import { each, sleep, until, within } from '../lib/wait.mjs';

const READ_SCENE = modern('tools/call', { name: 'GetTimeScale', arguments: {} });
const READ_SKY = modern('tools/call', {
  name: 'get_universe_state',
  arguments: { universeId: 'sol', ids: ['sun'] },
});
const COMMAND = {
  universeId: 'sol',
  command: { type: 'updateStar', id: 'earth', payload: { orbitRotX: 0.4 } },
};
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const SOON_MS = 3_000;
const JOBS = [
  ['WaitUntil', { conditions: [{ path: '/Never', is: 'exists' }], seconds: 30 }],
  ['ProfileScene', { seconds: 30 }],
  ['Screenshot', {}],
  ['WatchScene', { seconds: 20 }],
  ['WatchScene', { seconds: 20, video: true }],
];

/** One principal takes all that it can of a number that principals share. Another one must get what it asks for. */
export default [
  {
    name: 'shares-subscriptions',
    kind: 'flood',
    claim: '200 idle subscriptions and 32 busy connections of one principal close unity for no other',
    async run(lab) {
      const server = await lab.serve({ worlds: ['unity'] });
      const url = server.urls.unity;
      const listen = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
      await each(200, 20, () => held(lab, url, lab.tokens.alice, listen));
      const requests = [bodyOf(lab, url, 'read', READ_SCENE)];
      await lab.flood(server, { requests, bystander: { url, ...READ_SCENE } });
    },
  },
  {
    name: 'shares-engine',
    kind: 'flood',
    claim: 'waits, profiles, pictures, watches and videos of one principal leave room for those of others',
    async run(lab) {
      const server = await lab.serve({ worlds: ['unity'] });
      const url = server.urls.unity;
      const work = async ms => {
        for (const [name, args] of JOBS) {
          const message = modern('tools/call', { name, arguments: args });
          await each(24, 24, () => held(lab, url, lab.tokens.alice, message, 0));
        }
        await sleep(ms);
        return { held: 24 * JOBS.length };
      };
      await lab.flood(server, { work, bystander: { url, ...READ_SCENE } });
      const { bob } = lab.tokens;
      for (const [name, args] of [
        ['WaitUntil', { ...JOBS[0][1], seconds: 0.1 }],
        ['ProfileScene', { seconds: 0.2 }],
        ['Screenshot', {}],
        ['WatchScene', { seconds: 0.5, pictures: 2 }],
      ]) {
        const { ok, text } = await tool(url, bob, name, args);
        lab.claim(ok, `${name} of another principal was refused: ${text.slice(0, 300)}`);
      }
    },
  },
  {
    name: 'shares-approvals',
    kind: 'flood',
    claim: '1,200 calls of one principal that wait for an approval leave places for those of others',
    async run(lab) {
      const server = await lab.serve({ worlds: ['universe'], args: ['--approve', 'writes'] });
      const url = server.urls.universe;
      const message = modern('tools/call', { name: 'send_universe_command', arguments: COMMAND });
      const work = async ms => {
        await each(1_200, 50, () => held(lab, url, lab.tokens.alice, message, 0));
        await sleep(ms);
        return { held: 1_200 };
      };
      await lab.flood(server, { work, bystander: { url, ...READ_SKY } });
      const late = await tool(url, lab.tokens.alice, 'send_universe_command', COMMAND, { ms: SOON_MS });
      lab.claim(
        late.text.includes('your share'),
        `the principal is not at its share: ${late.text.slice(0, 200)}`,
      );
      // It waits for a person, so that nothing is answered in time.
      const other = await tool(url, lab.tokens.bob, 'send_universe_command', COMMAND, { ms: SOON_MS });
      lab.claim(other.status === 0, `another principal was answered: ${other.text.slice(0, 200)}`);
    },
  },
  {
    name: 'shares-tasks',
    kind: 'flood',
    claim: 'tasks of one principal that never end leave places for those of others',
    async run(lab) {
      const path = lab.path('jobs.mjs');
      writeFileSync(path, jobsWorld());
      const args = [path, '--port', 'jobs=0'];
      const server = await lab.serve({ worlds: ['universe'], args, limits: { tasks: 200 } });
      lab.claim(
        await until(() => server.urls.jobs !== undefined, SOON_MS),
        'the world of tasks does not listen',
      );
      const url = server.urls.jobs;
      const params = { name: 'job', arguments: {} };
      const { headers, body } = modern('tools/call', params, { capabilities: TASKS });
      const requests = [bodyOf(lab, url, 'job', { headers, body })];
      const ping = modern('tools/call', { name: 'ping', arguments: {} });
      await lab.flood(server, { requests, bystander: { url, ...ping } });
      const start = token => call(url, token, 'tools/call', params, { capabilities: TASKS });
      // Over the limit of requests per second it would be refused for that.
      await sleep(1_100);
      const own = await start(lab.tokens.alice);
      lab.claim(
        own.text.includes('your share'),
        `the principal is not at its share: ${own.text.slice(0, 200)}`,
      );
      const other = await start(lab.tokens.bob);
      lab.claim(
        other.json?.result?.taskId !== undefined,
        `another principal got no task: ${other.text.slice(0, 200)}`,
      );
    },
  },
  {
    name: 'shares-frames',
    kind: 'flood',
    claim: '1,200 frames connections of one principal leave room for those of others',
    async run(lab) {
      const server = await lab.serve({ worlds: ['universe'], frames: true });
      const url = server.urls.universe;
      const work = async ms => {
        await each(1_200, 50, () => framed(lab, server.urls.frames, lab.tokens.alice));
        await sleep(ms);
        return { opened: 1_200 };
      };
      await lab.flood(server, { work, bystander: { url, ...READ_SKY } });
      const own = await framed(lab, server.urls.frames, lab.tokens.alice);
      lab.claim(own.includes('your share'), `the principal is not at its share: ${own.slice(0, 200)}`);
      const other = await framed(lab, server.urls.frames, lab.tokens.bob);
      lab.claim(other.includes('sessionId'), `another principal did not connect: ${other.slice(0, 200)}`);
    },
  },
  {
    name: 'shares-wrong-tokens',
    kind: 'flood',
    claim: 'wrong tokens on 32 connections delay no client whose token was used before',
    async run(lab) {
      const server = await lab.serve({ worlds: ['universe'] });
      const url = server.urls.universe;
      const requests = [bodyOf(lab, url, 'read', READ_SKY)];
      lab.tokens = { ...lab.tokens };
      const { alice } = lab.tokens;
      lab.tokens.alice = 'not-a-token-of-this-server-0123456789';
      await lab.flood(server, { requests, bystander: { url, ...READ_SKY } });
      lab.tokens.alice = alice;
    },
  },
];

/** Opens a connection, sends a request and keeps it. Resolves with what came first, or after `ms`. */
function held(lab, url, token, message, ms = SOON_MS) {
  const { hostname, port } = new URL(url);
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
    socket.write(requestBytes(url, { token, ...message }), () => {
      if (ms === 0) resolve(text);
    });
    if (ms > 0) setTimeout(() => resolve(text), ms).unref();
  });
}

/** Opens a frames connection, authenticates, and keeps it. Resolves with the first answer. */
function framed(lab, url, token) {
  const { hostname, port } = new URL(url);
  const answer = new Promise(resolve => {
    const socket = connect({ host: hostname, port: Number(port) });
    lab.sockets.push(socket);
    socket.on('error', error => resolve(error.message));
    socket.on('close', () => resolve('closed'));
    socket.on('data', chunk => resolve(chunk.toString('latin1')));
    socket.write(frame({ jsonrpc: '2.0', id: 'in', method: 'session.authenticate', params: { token } }));
  });
  return within(answer, SOON_MS * 10, 'the answer of the frames wire');
}

function bodyOf(lab, url, name, { headers, body }) {
  const bodyFile = lab.path(`body-${name}`);
  writeFileSync(bodyFile, body);
  return { url, headers, bodyFile };
}

/** A world of an author whose tasks never end. */
function jobsWorld() {
  const index = pathToFileURL(new URL('../../apps/worldwire/dist/index.js', import.meta.url).pathname);
  return `import { defineWorld, tool } from '${index.href}';
const tools = [
  tool({ name: 'job', description: 'Works on.', access: 'read', call: (_, context) => context.task(() => new Promise(() => {})) }),
  tool({ name: 'ping', description: 'Answers.', access: 'read', call: () => 'pong' }),
];
export default defineWorld({ name: 'jobs', version: '1.0.0', tools });
`;
}
