/** The machine and the package versions of a result. */
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export function machine() {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
  };
}

/** CPU seconds of all cores since the machine started: `busy` in its processes, `stolen` by the host of a virtual machine. */
export function cpuSeconds() {
  const busy = os.cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return { busy: busy.reduce((sum, milliseconds) => sum + milliseconds, 0) / 1000, stolen: stolenSeconds() };
}

const TICKS_PER_SECOND = 100;
const STEAL_FIELD = 8;

function stolenSeconds() {
  if (!existsSync('/proc/stat')) return 0;
  const [total] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  return Number(total.split(/ +/)[STEAL_FIELD] ?? 0) / TICKS_PER_SECOND;
}

export function versionsOf(names) {
  return Object.fromEntries(names.map(name => [name, versionOf(name)]).filter(([, version]) => version));
}

/** Many packages do not export their package.json, so it is not imported. */
function versionOf(name) {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const path = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')).version;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}
