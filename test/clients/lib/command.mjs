import { execFile } from 'node:child_process';

const COMMAND_MS = 30_000;

/** Runs a program to its end, with a home folder of its own. Its exit code is for the caller to judge. */
export function runCommand(program, args, home) {
  const options = {
    cwd: home,
    env: { ...process.env, HOME: home },
    timeout: COMMAND_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 16 * 1024 * 1024,
  };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') reject(error);
      else resolve({ code: error === null ? 0 : error.code, stdout, stderr });
    });
  });
}
