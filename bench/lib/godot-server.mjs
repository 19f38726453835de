/** The real server, `worldwire serve unity --engine link`, and the Godot that it starts. */
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChildServer, programPath } from './child-server.mjs';
import { childrenOf } from './children-cpu.mjs';
import { dial } from './frames-wires.mjs';
import { commandOf } from './godot-demo.mjs';
import { STANDING, toolAnswered, toolCallTemplate } from './godot-exchange.mjs';
import { STATELESS_REVISION } from './revisions.mjs';
import { delay, within } from './time-limit.mjs';
import { toolRequest } from './tool-request.mjs';
import { ResponsesReader } from './wire-readers.mjs';

const PROGRAM = '../../apps/worldwire/bin/worldwire.js';
const HEED_RUNNER = programPath('support/heed-runner.mjs');
const LINK_SECONDS = 30;
const LOOK_MS = 50;
const LOG_SHOWN = 2_000;

export async function startServer(demo, folder) {
  // The discovery file goes to the temporary folder, where it would mislead whoever looks for a real server.
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const logPath = join(folder, 'log');
  const log = openSync(logPath, 'w');
  let server;
  try {
    server = await ChildServer.start(PROGRAM, {
      nodeOptions: ['--import', HEED_RUNNER],
      args: [
        'serve',
        'unity',
        '--json',
        '--data',
        folder,
        '--engine',
        'link',
        '--engine-command',
        commandOf(demo),
      ],
      env: { ...demo.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
      log,
    });
    const url = new URL(server.url);
    const ids = await within(linkedIds(server.url), LINK_SECONDS, 'waiting for Godot to link');
    const pid = server.pid;
    const forget = endWithUs(childrenOf(pid));
    const stop = server.stop.bind(server);
    return {
      open: () => dial(url, () => new ResponsesReader()),
      perLane: () => 1,
      template: () => toolCallTemplate(url, STATELESS_REVISION, ids),
      accepts: toolAnswered,
      parents: [pid],
      async stop() {
        await stop();
        forget();
      },
    };
  } catch (error) {
    await server?.stop();
    throw new Error(`${error}\n${readFileSync(logPath, 'utf8').slice(-LOG_SHOWN)}`);
  } finally {
    closeSync(log);
  }
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
    await delay(LOOK_MS);
  }
}

/** A server that is killed cannot end the engine that it started. */
function endWithUs(pids) {
  const endAll = () => {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    }
  };
  process.on('exit', endAll);
  return () => void process.off('exit', endAll);
}
