/** The real program, `worldwire serve …`, as a child process. */
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChildServer, programPath } from './child-server.mjs';

const PROGRAM = '../../apps/worldwire/bin/worldwire.js';
const ANSWER_RUNNER = programPath('support/answer-runner.mjs');
const MAX_LOG_SHOWN = 2_000;

/**
 * Starts `worldwire serve` with its data in the folder, and then runs `prepare`. If either fails, the server is stopped and
 * the error has the end of its log. The log goes to a file, as an operator's would: a pipe would cost the driver time.
 */
export async function startProduct({ folder, args, env, nodeOptions = [] }, prepare = async () => {}) {
  // The discovery file of the unity world goes to the temporary folder. Other programs must not find this server.
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const logPath = join(folder, 'log');
  const log = openSync(logPath, 'w');
  let server;
  try {
    server = await ChildServer.start(PROGRAM, {
      nodeOptions: [...nodeOptions, '--import', ANSWER_RUNNER],
      args: ['serve', ...args, '--json', '--data', folder],
      env: { ...env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
      log,
    });
    return { server, prepared: await prepare(server) };
  } catch (error) {
    await server?.stop();
    throw new Error(`${error}\n${readFileSync(logPath, 'utf8').slice(-MAX_LOG_SHOWN)}`);
  } finally {
    closeSync(log);
  }
}
