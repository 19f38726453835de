import { spawnSync } from 'node:child_process';

const PROGRAMS = ['godot3-server', 'godot3', 'Xvfb'];

/** Whether the engine's tests can run here. Where they must, they do, and fail without it. */
export function hasGodot(): boolean {
  const missing = PROGRAMS.filter(program => spawnSync('which', [program]).status !== 0);
  if (missing.length === 0 || process.env.WORLDWIRE_REQUIRE_GODOT === '1') return true;
  console.warn(
    `Godot is not tested: ${missing.join(', ')} missing; "apt-get install godot3-server godot3 xvfb libgl1-mesa-dri" brings it.`,
  );
  return false;
}
