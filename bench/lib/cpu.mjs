/** CPU time of the bench, of the server that is measured, and of everything else. Linux only: elsewhere only the bench's is known. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';

const TICKS_PER_SECOND = 100;
const STEAL_FIELD = 8;

/** Seconds since its construction, and the cores used meanwhile. */
export class CpuWatch {
  #pids;
  #begun;

  constructor(pids) {
    this.#pids = pids;
    this.#begun = reading(pids);
  }

  shares() {
    const now = reading(this.#pids);
    const elapsed = now.at - this.#begun.at;
    const share = what => (now[what] - this.#begun[what]) / elapsed;
    const [driverCpu, serverCpu] = [share('driver'), share('server')];
    if (!existsSync('/proc/stat')) return { elapsed, driverCpu };
    const otherCpu = Math.max(0, share('busy') - driverCpu - serverCpu);
    return { elapsed, driverCpu, serverCpu, otherCpu, stolenCpu: share('stolen') };
  }
}

function reading(pids) {
  const { user, system } = process.cpuUsage();
  const busy = os.cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return {
    at: performance.now() / 1000,
    driver: (user + system) / 1e6,
    server: sum(pids.flatMap(pid => [pid, ...childrenOf(pid)]).map(secondsOf)),
    busy: sum(busy) / 1000,
    // What the host of a virtual machine took.
    stolen: Number(read('/proc/stat').split('\n', 1)[0].split(/ +/)[STEAL_FIELD] ?? 0) / TICKS_PER_SECOND,
  };
}

export function childrenOf(pid) {
  const tasks = `/proc/${pid}/task`;
  const children = task => read(`${tasks}/${task}/children`).split(' ').filter(Boolean);
  return existsSync(tasks) ? readdirSync(tasks).flatMap(children).map(Number) : [];
}

export function cpuSecondsOf(stat) {
  // The second field, a name in parentheses, may contain anything. The third field follows it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [fields[14 - 3], fields[15 - 3]];
  return (Number(user ?? 0) + Number(system ?? 0)) / TICKS_PER_SECOND;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

const secondsOf = pid => cpuSecondsOf(read(`/proc/${pid}/stat`));
const sum = values => values.reduce((total, value) => total + value, 0);
