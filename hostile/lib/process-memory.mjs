/** The memory of a process according to Linux. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export const MIB = 1024 * 1024;

/**
 * @param {number} pid
 * @returns {{ rss: number, peak: number } | undefined} bytes, or undefined if the process does not exist
 */
export function processMemory(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const bytes = (/** @type {string} */ name) =>
      1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
    const rss = bytes('VmRSS');
    // A process that has ended and is not reaped yet has no memory.
    return rss === 0 ? undefined : { rss, peak: bytes('VmHWM') };
  } catch {
    return undefined;
  }
}

/**
 * @param {number} pid
 * @returns {number[]} of its children and theirs
 */
export function descendants(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap(task =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
        .split(' ')
        .filter(text => text !== '')
        .flatMap(text => [Number(text), ...descendants(Number(text))]),
    );
  } catch {
    return [];
  }
}

/**
 * @param {number} pid
 * @returns {number} sockets that the process has open
 */
export function openSockets(pid) {
  let sockets = 0;
  for (const fd of readdirSync(`/proc/${pid}/fd`)) {
    try {
      if (readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:')) sockets++;
    } catch {
      // Closed after it was listed.
    }
  }
  return sockets;
}
