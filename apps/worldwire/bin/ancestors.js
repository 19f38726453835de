// Imported first: npm may end while the server still loads, and its process can then not be identified any more.
// Plain JavaScript, because scripts/prepare.mjs imports it before the first build.
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';

const MAX_SCRIPT_BYTES = 100_000;
/** Shells read scripts through a descriptor of 10 or more, because scripts use single digits themselves. */
const MIN_SCRIPT_DESCRIPTOR = 10;
const SHELL = /^-?(?:ba|da|a|z|k)?sh$/;

export const parent = process.ppid;
export const ancestors = process.platform === 'linux' ? readAncestors(parent) : undefined;

function readAncestors(pid) {
  const found = [];
  try {
    for (let next = pid; next > 1; next = found.at(-1).parent) found.push(readProcess(next));
  } catch {
    // The process has ended, or belongs to another user. Its parent is unknown.
  }
  return found;
}

function readProcess(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  // The name in parentheses may contain any character. The state and the parent follow it.
  const [, , above] = stat.slice(stat.lastIndexOf(')')).split(' ');
  const script = SHELL.test(basename(args[0])) ? readScript(pid, args.slice(1)) : undefined;
  return { pid, parent: Number(above), command: args.join(' ').trim(), script };
}

/** The script that a shell reads, by its descriptor: the path in its arguments may be relative to another folder. */
function readScript(pid, args) {
  const names = new Set(args.map(arg => basename(arg)));
  try {
    for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
      const path = `/proc/${pid}/fd/${descriptor}`;
      if (Number(descriptor) < MIN_SCRIPT_DESCRIPTOR || !names.has(basename(readlinkSync(path)))) continue;
      const file = statSync(path);
      if (file.isFile() && file.size <= MAX_SCRIPT_BYTES) return readFileSync(path, 'utf8');
    }
  } catch {
    // Not readable by this user.
  }
  return undefined;
}
