/** Runs the load driver against a server, and measures the CPU use of both and of other programs. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { end, tracked } from './children.mjs';
import { cpuSeconds } from './machine.mjs';
import { within } from './time-limit.mjs';

const DRIVER = fileURLToPath(new URL('../load.mjs', import.meta.url));
const SLACK_SECONDS = 30;

export async function drive(server, load, who, watch) {
  const driver = tracked(fork(DRIVER, [JSON.stringify(load)]));
  const readings = [];
  const watched = [];
  const finished = new Promise((resolve, reject) => {
    driver.on('message', message => {
      const { phase, result } = message;
      if (phase) {
        readings.push(cpuReading(server));
        const watching = watch?.(phase);
        watching?.catch(reject);
        watched.push(watching);
      }
      if (result) resolve(result);
    });
    driver.on('exit', code => reject(new Error(`the driver ended with ${code}`)));
  });
  try {
    const limit = load.warmupSeconds + load.seconds + SLACK_SECONDS;
    const result = await within(finished, limit, `driving ${who}`);
    for (const { errors, firstError, calls } of [result, ...(result.beside ?? [])]) {
      if (errors > 0) throw new Error(`${who}: ${errors} wrong answers, first: ${firstError}`);
      if (calls === 0) throw new Error(`${who} sent no answer`);
    }
    const [before, after] = await Promise.all(readings);
    await Promise.all(watched);
    const share = what => (after[what] - before[what]) / load.seconds;
    const serverCpu = share('server');
    const otherCpu = Math.max(0, share('busy') - serverCpu - result.driverCpu);
    return { ...result, serverCpu, otherCpu, stolenCpu: share('stolen') };
  } finally {
    await end(driver);
  }
}

async function cpuReading(server) {
  const { busy, stolen } = cpuSeconds();
  return { server: await server.cpuSeconds(), busy, stolen };
}
