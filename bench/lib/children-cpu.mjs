/** CPU time of the child processes of a server. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

export function childrenCpuSeconds(pid) {
  return childrenOf(pid)
    .map(child => cpuSecondsOf(read(`/proc/${child}/stat`)))
    .reduce((sum, seconds) => sum + seconds, 0);
}

export function childrenOf(pid) {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [];
  const children = readdirSync(tasks).flatMap(task => read(`${tasks}/${task}/children`).split(' '));
  return children.filter(Boolean).map(Number);
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
