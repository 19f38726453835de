// Imported before anything else: npm may be told to stop while the server still loads, and then nothing tells later what
// started it. Plain JavaScript, because scripts/prepare.mjs imports it before the first build.
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { basename } from 'node:path';

const MAX_SCRIPT_BYTES = 100_000;
/** Shells move the script that they read to a descriptor above those that a script can name with one digit. */
const MIN_SCRIPT_DESCRIPTOR = 10;
const SHELL = /^-?(?:ba|da|a|z|k)?sh$/;

export const parent = process.ppid;
export const ancestors = process.platform === 'linux' ? readAncestors(parent) : undefined;

function readAncestors(pid) {
  const found = [];
  try {
    for (let next = pid; next > 1; next = found.at(-1).parent) found.push(readProcess(next));
  } catch {
    // It has ended, or belongs to somebody else. What is above it cannot be known.
  }
  return found;
}

function readProcess(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  // The name in parentheses may have anything in it; behind it are the state and the parent.
  const [, , above] = stat.slice(stat.lastIndexOf(')')).split(' ');
  const script = SHELL.test(basename(args[0])) ? readScript(pid, args.slice(1)) : undefined;
  return { pid, parent: Number(above), command: args.join(' ').trim(), script };
}

/** The file that a shell is reading commands from. Its argument alone does not tell: the script may have changed the folder. */
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
    // Not ours to read.
  }
  return undefined;
}
