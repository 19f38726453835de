import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as started from '../../bin/ancestors.js';
import { type LauncherKind, launcherKind } from './launcher-command.js';
import { toolEnvironment } from './program-environment.js';

const CHECK_MS = 250;
const run = promisify(execFile);

/** A process that only started this one. Its command line may have secrets and is not kept. */
export interface Launcher {
  readonly pid: number;
  readonly kind: LauncherKind;
  /** Its child, which is this process or another launcher. */
  readonly child: number;
}

/**
 * The ancestors that end with this process: npm, npx, and shells that wait. Empty when another program started this one, because a daemon
 * outlives the program that starts it. Includes launchers that ended while this program was loading.
 */
export async function findLaunchers(
  { platform, inherited }: { platform: NodeJS.Platform; inherited: Readonly<NodeJS.ProcessEnv> },
  { parent, ancestors }: typeof started = started,
): Promise<readonly Launcher[]> {
  // The parent has ended already. The variable of npm shows that it was a launcher.
  if (ancestors === undefined && process.ppid !== parent && inherited.npm_execpath !== undefined)
    return [{ pid: parent, kind: 'npm', child: process.pid }];
  const launchers: Launcher[] = [];
  let child = process.pid;
  for await (const { pid, command, script } of ancestors ?? askForAncestors(parent, platform, inherited)) {
    const kind = launcherKind(command, script);
    if (kind === undefined) break;
    launchers.push({ pid, kind, child });
    child = pid;
  }
  return launchers;
}

/**
 * Resolves when the first of them has ended. A signal is not enough: npm forwards it to a shell, which does not forward it, and a killed
 * process forwards nothing.
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

/** Any other error, such as a lack of descriptors, says nothing about the process. The next check tries again. */
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
  // The name in parentheses may contain any character. The state and the parent follow it.
  const [, , parent] = stat.slice(stat.lastIndexOf(')')).split(' ');
  return Number(parent) !== pid;
}

async function isGone({ pid }: Launcher): Promise<boolean> {
  return !process.kill(pid, 0);
}

/** With ps. Not on Windows, which has no ps and ends the processes of a console together. */
async function* askForAncestors(
  parent: number,
  platform: NodeJS.Platform,
  inherited: Readonly<NodeJS.ProcessEnv>,
): AsyncGenerator<started.Ancestor> {
  const env = toolEnvironment(inherited) as NodeJS.ProcessEnv;
  for (let pid = parent; pid > 1 && platform !== 'win32'; ) {
    // The process has ended, or there is no ps.
    const answer = await run('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { env }).catch(
      () => undefined,
    );
    const [, above, command = ''] = /^(\d+)\s+(.*)/.exec(answer?.stdout.trimStart() ?? '') ?? [];
    if (above === undefined) return;
    yield { pid, parent: Number(above), command };
    pid = Number(above);
  }
}
