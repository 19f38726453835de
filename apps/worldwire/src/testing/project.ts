import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PROGRAM, temporaryFolder } from './program.js';

const PACKAGE = dirname(dirname(PROGRAM));

/** A folder as a user has it: with the package in node_modules, and a script that starts the server. */
export async function project(): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'node_modules', '.bin'), { recursive: true });
  await symlink(PACKAGE, join(folder, 'node_modules', 'worldwire'));
  await symlink('../worldwire/bin/worldwire.js', join(folder, 'node_modules', '.bin', 'worldwire'));
  const scripts = { start: `node ${PROGRAM} serve` };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, scripts }));
  return folder;
}
