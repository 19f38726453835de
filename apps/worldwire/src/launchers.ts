import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type LauncherKind, launcherKind } from './launcher-command.js';

const CHECK_MS = 250;
const run = promisify(execFile);

interface ProcessFacts {
  readonly parent: number;
  readonly command: string;
}

/** A process that was started only to start us. Its command line is not kept: it may have secrets. */
export interface Launcher {
  readonly pid: number;
  readonly kind: LauncherKind;
  /** The process below it, whose parent it is for as long as it runs. */
  readonly child: number;
}

/**
 * The processes between us and whoever wanted us that run only for as long as we do: npm, npx, and shells that wait for us. None
 * where something else started us: a daemon outlives what starts it.
 */
export async function findLaunchers(platform: NodeJS.Platform): Promise<readonly Launcher[]> {
  const launchers: Launcher[] = [];
  let child = process.pid;
  let { ppid: pid } = process;
  for (;;) {
    const facts = await lookUp(pid, platform);
    const kind = facts && launcherKind(facts.command);
    if (kind === undefined) return launchers;
    launchers.push({ pid, kind, child });
    child = pid;
    pid = (facts as ProcessFacts).parent;
  }
}

/**
 * Resolves when the first of them has ended. npm passes a signal on to a shell, and the shell to nobody; what is killed passes
 * on nothing. So the signal alone would leave us running.
 */
export function launcherEnded(launchers: readonly Launcher[], platform: NodeJS.Platform): Promise<Launcher> {
  return new Promise(resolve => {
    if (launchers.length === 0) return;
    const check = async () => {
      for (const launcher of launchers) {
        if (await hasEnded(launcher, platform)) return resolve(launcher);
      }
      setTimeout(check, CHECK_MS).unref();
    };
    setTimeout(check, CHECK_MS).unref();
  });
}

async function hasEnded({ pid, child }: Launcher, platform: NodeJS.Platform): Promise<boolean> {
  if (child === process.pid) return process.ppid !== pid;
  if (platform === 'linux') return (await lookUp(child, platform))?.parent !== pid;
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

/** Windows has no parent that can be asked for without a further program, and ends a console's processes together. */
async function lookUp(pid: number, platform: NodeJS.Platform): Promise<ProcessFacts | undefined> {
  if (pid <= 1 || platform === 'win32') return undefined;
  try {
    return platform === 'linux' ? await fromProc(pid) : await fromPs(pid);
  } catch {
    // It has ended.
    return undefined;
  }
}

async function fromProc(pid: number): Promise<ProcessFacts> {
  const [stat, command] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'latin1'),
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
  ]);
  // The name in parentheses may have anything in it; behind it are the state and the parent.
  const [, , parent] = stat.slice(stat.lastIndexOf(')')).split(' ');
  return { parent: Number(parent), command: command.replaceAll('\0', ' ').trim() };
}

async function fromPs(pid: number): Promise<ProcessFacts> {
  const { stdout } = await run('ps', ['-o', 'ppid=,command=', '-p', String(pid)]);
  const [, parent, command = ''] = /^\s*(\d+)\s+(.*)$/m.exec(stdout) ?? [];
  return { parent: Number(parent), command };
}
