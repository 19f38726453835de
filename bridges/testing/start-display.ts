import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

const SCREEN = '800x600x24';

export interface Display {
  /** Such as ":99". */
  readonly name: string;
  stop(): Promise<void>;
}

/** A display without a screen, for an engine that draws. It chooses its number itself and says it. */
export async function startDisplay(): Promise<Display> {
  const child: ChildProcess = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const ended = once(child, 'close');
  const said = once(child.stdio[3] as Readable, 'data');
  const number = await Promise.race([
    said.then(([bytes]) => String(bytes).trim()),
    ended.then(() => Promise.reject(new Error('Xvfb ended before it had a display'))),
  ]);
  return {
    name: `:${number}`,
    stop: async () => {
      process.off('exit', endWithUs);
      child.kill('SIGTERM');
      await ended;
    },
  };
}
