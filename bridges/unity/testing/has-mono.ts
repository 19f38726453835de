import { spawnSync } from 'node:child_process';

const PROGRAMS = ['mono', 'mcs'];

/** Whether the tests of the bridge for Unity can run here. Where they must, they do, and fail without Mono. */
export function hasMono(): boolean {
  const missing = PROGRAMS.filter(program => spawnSync('which', [program]).status !== 0);
  if (missing.length === 0 || process.env.WORLDWIRE_REQUIRE_MONO === '1') return true;
  console.warn(
    `The bridge for Unity is not tested: ${missing.join(', ')} missing; "apt-get install mono-mcs mono-runtime" brings it.`,
  );
  return false;
}
