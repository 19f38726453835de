import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PREPARE = fileURLToPath(new URL('prepare.mjs', import.meta.url));

/** Vitest's global setup. Tests import packages from `dist` and start the built program, so `dist` must match the sources. */
export default function setup(project) {
  build();
  project.onTestsRerun(build);
}

function build() {
  const { status } = spawnSync(process.execPath, [PREPARE, '--build'], { stdio: 'inherit' });
  if (status !== 0)
    throw new Error('The build failed, so the tests would run old code. Fix the errors above.');
}
