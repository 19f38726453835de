import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { codeOf } from '../errors/problem.js';

const held = new Set<string>();

/**
 * Locks a chain for this process. Returns the function that unlocks it, or undefined while another process has it. The file has the id
 * and the start of the process, because the lock of a process that was killed remains.
 */
export function lockChain(path: string): (() => void) | undefined {
  if (held.has(path)) return undefined;
  if (!create(path)) {
    const owner = ownerOf(path);
    if (owner !== undefined && isRunning(owner)) return undefined;
    if (!removeStale(path, owner) || !create(path)) return undefined;
  }
  held.add(path);
  return () => {
    held.delete(path);
    if (ownerOf(path) === ownerText(process.pid)) rmSync(path, { force: true });
  };
}

function create(path: string): boolean {
  try {
    const fd = openSync(path, 'wx', 0o600);
    try {
      writeSync(fd, ownerText(process.pid));
    } finally {
      closeSync(fd);
    }
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

/** Moves the lock away, since another process may replace it between the check and the removal. Then it is put back. */
function removeStale(path: string, owner: string | undefined): boolean {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    const stale = ownerOf(aside) === owner;
    if (!stale) linkSync(aside, path);
    rmSync(aside, { force: true });
    return stale;
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT' || codeOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

function ownerOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

/** A process that got the id of an earlier one has another start. */
function isRunning(owner: string): boolean {
  const pid = Number.parseInt(owner, 10);
  // The lock of this process would be in `held`. In containers every process may have the same id.
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    return codeOf(thrown) !== 'ESRCH';
  }
  return ownerText(pid) === owner;
}

function ownerText(pid: number): string {
  return `${pid} ${startOf(pid)}\n`;
}

/** The start of a process in clock ticks since the start of the system. Only Linux tells. */
function startOf(pid: number): string {
  if (process.platform !== 'linux') return '-';
  try {
    // The second field is the name, in parentheses, and may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '-');
  } catch {
    return '-';
  }
}
