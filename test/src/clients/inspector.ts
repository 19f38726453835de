import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const LAUNCHER = fileURLToPath(
  new URL(
    './clients/launcher/build/index.js',
    import.meta.resolve('@modelcontextprotocol/inspector/package.json'),
  ),
);

export interface Inspection {
  readonly code: number;
  /** What it printed: one JSON value per line. */
  readonly said: unknown[];
  readonly complaints: string;
}

/** Runs the Inspector with a home folder of its own; `signal` ends it early. */
export function inspect(home: string, args: readonly string[], signal: AbortSignal): Promise<Inspection> {
  const all = [LAUNCHER, '--cli', ...args, '--format', 'json', '-q'];
  return new Promise((resolve, reject) => {
    const options = {
      env: { ...process.env, HOME: home },
      signal,
      killSignal: 'SIGKILL',
      maxBuffer: 16 * 1024 * 1024,
    } as const;
    execFile(process.execPath, all, options, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') return reject(error);
      const said = stdout
        .trim()
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line));
      resolve({ code: error === null ? 0 : (error.code as number), said, complaints: stderr });
    });
  });
}
