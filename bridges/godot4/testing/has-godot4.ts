import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../../scripts/godot4.mjs', import.meta.url));

/** The program of Godot 4, as `scripts/godot4.mjs` finds it, or undefined. Nothing is installed here. */
export function godot4Program(): readonly string[] | undefined {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, '--find'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().split('\n') : undefined;
}

/** Whether the tests of Godot 4 can run here. Where they must, they do, and fail without it. */
export function hasGodot4(): boolean {
  const missing = [
    ...(godot4Program() === undefined ? ['Godot 4 ("node scripts/godot4.mjs" brings it)'] : []),
    ...(spawnSync('which', ['Xvfb']).status === 0 ? [] : ['Xvfb ("apt-get install xvfb" brings it)']),
  ];
  if (missing.length === 0 || process.env.WORLDWIRE_REQUIRE_GODOT === '1') return true;
  console.warn(`Godot 4 is not tested: ${missing.join(' and ')} missing.`);
  return false;
}
