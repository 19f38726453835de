// Runs npm and the programs of npm packages.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

// On Windows both are batch files, which Node starts only through a shell.
const WINDOWS = process.platform === 'win32';

/** Resolves with the standard output of `npm ARGS` in a folder. */
export function npm(args, cwd) {
  return run('npm', args, cwd);
}

/** Resolves with the standard output of a package's program, at an exact version, which is not a dependency. */
export function npx(specifier, args, cwd) {
  return run('npx', ['--yes', specifier, ...args], cwd);
}

async function run(command, args, cwd) {
  const shell = WINDOWS;
  const child = spawn(command, args, { cwd, shell, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`"${command} ${args.join(' ')}" ended with ${code}.\n${stdout}${stderr}`);
  return stdout;
}
