/** All processes that the bench started, so that each can be ended by its id. */
import { once } from 'node:events';

const GRACE_MS = 2_000;

const running = new Set();

export function tracked(child) {
  running.add(child);
  child.on('exit', () => running.delete(child));
  return child;
}

export async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timeout = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  await exited;
  clearTimeout(timeout);
}

/** Ends all processes when the bench is interrupted or fails. */
export function endChildrenOnExit() {
  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL');
  });
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    process.on(signal, () => process.exit(code));
  }
}
