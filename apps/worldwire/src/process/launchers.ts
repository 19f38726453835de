import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as started from '../../bin/ancestors.js';
import { type LauncherKind, launcherKind } from './launcher-command.js';

const CHECK_MS = 250;
const run = promisify(execFile);

/** A process that was started only to start us. Its command line is not kept: it may have secrets. */
export interface Launcher {
  readonly pid: number;
  readonly kind: LauncherKind;
  /** The process below it, whose parent it is for as long as it runs. */
  readonly child: number;
}

/**
 * The processes between us and whoever wanted us that run only for as long as we do: npm, npx, and shells that wait for us. None
 * where something else started us: a daemon outlives what starts it. Those that ended while we were loading are among them.
 */
export async function findLaunchers(
  { platform, inherited }: { platform: NodeJS.Platform; inherited: Readonly<NodeJS.ProcessEnv> },
  { parent, ancestors }: typeof started = started,
): Promise<readonly Launcher[]> {
  // Only npm's variable tells here that the parent that has ended was a launcher.
  if (ancestors === undefined && process.ppid !== parent && inherited.npm_execpath !== undefined)
    return [{ pid: parent, kind: 'npm', child: process.pid }];
  const launchers: Launcher[] = [];
  let child = process.pid;
  for await (const { pid, command, script } of ancestors ?? askForAncestors(parent, platform)) {
    const kind = launcherKind(command, script);
    if (kind === undefined) break;
    launchers.push({ pid, kind, child });
    child = pid;
  }
  return launchers;
}

/**
 * Resolves when the first of them has ended. npm passes a signal on to a shell, and the shell to nobody; what is killed passes
 * on nothing. So the signal alone would leave us running.
 */
export function launcherEnded(
  launchers: readonly Launcher[],
  platform: NodeJS.Platform,
  hasEnded: (launcher: Launcher) => Promise<boolean> = platform === 'linux' ? leftItsChild : isGone,
): Promise<Launcher> {
  return new Promise(resolve => {
    if (launchers.length === 0) return;
    const check = async () => {
      for (const launcher of launchers) {
        if (await endedForCertain(launcher, hasEnded)) return resolve(launcher);
      }
      setTimeout(check, CHECK_MS).unref();
    };
    void check();
  });
}

/** Every other error says nothing about the process: there may be no descriptor left to ask with. The next check asks again. */
async function endedForCertain(
  launcher: Launcher,
  hasEnded: (launcher: Launcher) => Promise<boolean>,
): Promise<boolean> {
  if (launcher.child === process.pid) return process.ppid !== launcher.pid;
  try {
    return await hasEnded(launcher);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ESRCH';
  }
}

async function leftItsChild({ pid, child }: Launcher): Promise<boolean> {
  const stat = await readFile(`/proc/${child}/stat`, 'latin1');
  // The name in parentheses may have anything in it; behind it are the state and the parent.
  const [, , parent] = stat.slice(stat.lastIndexOf(')')).split(' ');
  return Number(parent) !== pid;
}

async function isGone({ pid }: Launcher): Promise<boolean> {
  return !process.kill(pid, 0);
}

/** Windows has no parent that can be asked for without a further program, and ends a console's processes together. */
async function* askForAncestors(parent: number, platform: NodeJS.Platform): AsyncGenerator<started.Ancestor> {
  for (let pid = parent; pid > 1 && platform !== 'win32'; ) {
    // It has ended, or there is no ps.
    const answer = await run('ps', ['-o', 'ppid=,command=', '-p', String(pid)]).catch(() => undefined);
    const [, above, command = ''] = /^\s*(\d+)\s+(.*)$/m.exec(answer?.stdout ?? '') ?? [];
    if (above === undefined) return;
    yield { pid, parent: Number(above), command };
    pid = Number(above);
  }
}
