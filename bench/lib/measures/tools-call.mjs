/** tools/call under load: the driver in one process, the server in another. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ChildServer } from '../child-server.mjs';
import { end, tracked } from '../children.mjs';
import { cpuSeconds } from '../machine.mjs';
import { within } from '../time-limit.mjs';

const DRIVER = fileURLToPath(new URL('../../load.mjs', import.meta.url));
const SLACK_SECONDS = 30;

/**
 * @typedef {import('../../load.mjs').LoadResult & { serverCpu: number, otherCpu: number, stolenCpu: number }} Run
 * CPU figures are shares of one core; `otherCpu` is what other processes used meanwhile, and `stolenCpu` what
 * the host of a virtual machine gave to others.
 */

/**
 * @param {import('../catalogue.mjs').Entrant} entrant
 * @param {{ connections: number, warmupSeconds: number, seconds: number }} settings
 * @returns {Promise<Run>}
 */
export async function measureToolsCall(entrant, settings) {
  const server = await ChildServer.start(entrant.program);
  try {
    const { revision, session } = entrant;
    const { connections, warmupSeconds, seconds } = settings;
    const run = await drive(server, {
      url: server.url,
      revision,
      session,
      connections,
      warmupSeconds,
      seconds,
    });
    if (run.errors > 0)
      throw new Error(`${entrant.label}: ${run.errors} wrong answers, first: ${run.firstError}`);
    if (run.calls === 0) throw new Error(`${entrant.label} answered nothing`);
    return run;
  } finally {
    await server.stop();
  }
}

/**
 * @param {ChildServer} server
 * @param {import('../../load.mjs').Load} load
 * @returns {Promise<Run>}
 */
async function drive(server, load) {
  const driver = tracked(fork(DRIVER, [JSON.stringify(load)]));
  /** @type {ReturnType<typeof cpuReading>[]} */
  const readings = [];
  const finished = new Promise((resolve, reject) => {
    driver.on('message', message => {
      const { phase, result } = /** @type {any} */ (message);
      if (phase) readings.push(cpuReading(server));
      if (result) resolve(result);
    });
    driver.on('exit', code => reject(new Error(`the driver ended with ${code}`)));
  });
  try {
    const limit = load.warmupSeconds + load.seconds + SLACK_SECONDS;
    const result = await within(finished, limit, `driving ${server.program}`);
    const [before, after] = await Promise.all(readings);
    /** @param {'server' | 'busy' | 'stolen'} what */
    const share = what => (after[what] - before[what]) / load.seconds;
    const serverCpu = share('server');
    const otherCpu = Math.max(0, share('busy') - serverCpu - result.driverCpu);
    return { ...result, serverCpu, otherCpu, stolenCpu: share('stolen') };
  } finally {
    await end(driver);
  }
}

/** @param {ChildServer} server */
async function cpuReading(server) {
  const { busy, stolen } = cpuSeconds();
  return { server: await server.cpuSeconds(), busy, stolen };
}
