import { spawn } from 'node:child_process';

/** Waits for the end of its input, which comes when this process ends in any way. */
const SCRIPT = `
trap '' INT TERM HUP
read -r released && exit
kill -INT "$1" 2>/dev/null
for second in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" 2>/dev/null && sleep 1; done
rm -rf "$2"
`;

/** Ends a process and removes its folder if this process ends first. Returns a function that cancels that. */
export function guard(pid: number, folder: string): () => void {
  const watchdog = spawn('sh', ['-c', SCRIPT, 'watchdog', String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.unref();
  watchdog.on('error', () => {});
  watchdog.stdin.on('error', () => {});
  return () => watchdog.stdin.end('released\n');
}
