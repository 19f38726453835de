/** `worldwire serve unity --engine link`, and the Godot that it starts. */
import { childrenOf } from './children-cpu.mjs';
import { dial } from './frames-wires.mjs';
import { commandOf } from './godot-demo.mjs';
import { STANDING, toolAnswered, toolCallTemplate } from './godot-exchange.mjs';
import { startProduct } from './product-server.mjs';
import { STATELESS_REVISION } from './revisions.mjs';
import { delay, within } from './time-limit.mjs';
import { toolRequest } from './tool-request.mjs';
import { ResponsesReader } from './wire-readers.mjs';

const LINK_SECONDS = 30;
const POLL_MS = 50;

export async function startServer(demo, folder) {
  const args = ['unity', '--engine', 'link', '--engine-command', commandOf(demo)];
  const { server, prepared: ids } = await startProduct({ folder, args, env: demo.env }, ({ url }) =>
    within(linkedIds(url), LINK_SECONDS, 'waiting for Godot to link'),
  );
  const url = new URL(server.url);
  const forget = killOnExit(childrenOf(server.pid));
  return {
    open: () => dial(url, () => new ResponsesReader()),
    perLane: () => 1,
    template: () => toolCallTemplate(url, STATELESS_REVISION, ids),
    accepts: toolAnswered,
    parents: [server.pid],
    async stop() {
      await server.stop();
      forget();
    },
  };
}

async function linkedIds(url) {
  for (;;) {
    const answer = await fetch(
      url,
      toolRequest({ revision: STATELESS_REVISION }, 'ListObjects', { limit: 50 }),
    );
    const items = (await answer.json()).result?.structuredContent?.Items;
    const found = STANDING.map(({ name }) => items?.find(({ Name }) => Name === name)?.Id);
    if (found.every(id => id !== undefined)) return found;
    await delay(POLL_MS);
  }
}

/** A killed server cannot end the engine that it started. */
function killOnExit(pids) {
  const killAll = () => {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    }
  };
  process.on('exit', killAll);
  return () => void process.off('exit', killAll);
}
