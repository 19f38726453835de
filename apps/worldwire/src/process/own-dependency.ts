import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPackage } from './version.js';

const FOLDER = fileURLToPath(new URL('../../', import.meta.url));

/**
 * How a project depends on this package: by its version, or by its folder where npm did not get it from a registry, because npm may
 * have no such version. npm links a folder, and Node finds the dependencies of a linked package beside it.
 */
export function ownDependency(project: string, folder = FOLDER): string {
  if (isFromRegistry(folder)) return `^${readPackage().version}`;
  return `file:${relative(project, folder).split(sep).join('/')}`;
}

/** A clone has no `node_modules` around the package. What was installed from a file is marked by npm. */
function isFromRegistry(folder: string): boolean {
  const modules = dirname(folder);
  if (basename(modules) !== 'node_modules') return false;
  try {
    const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
    return !String(packages['node_modules/worldwire'].resolved).startsWith('file:');
  } catch {
    // Other package managers write no such file.
    return true;
  }
}
