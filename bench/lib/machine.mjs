/** The machine and the package versions of a result. */
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';

const NAMES = ['server', 'transports', 'universe', 'journal', 'unity', 'engine', 'unreal', 'uasset'];
/** Packages whose versions are part of a result, beside those of bench/package.json. */
const PACKAGES = [
  ...NAMES.map(name => `@worldwire/${name}`),
  ...['three', '@photostructure/sqlite', 'pg'],
  ...Object.keys(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).dependencies),
];

export function machine() {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
  };
}

export function versions() {
  return Object.fromEntries(PACKAGES.map(name => [name, versionOf(name)]).filter(([, version]) => version));
}

/** Many packages do not export their package.json, so it is not imported. */
function versionOf(name) {
  const [path, base] = [`node_modules/${name}/package.json`, import.meta.url];
  const places = ['..', '../..'].map(folder => new URL(`${folder}/${path}`, base));
  const found = places.find(place => existsSync(place));
  return found && JSON.parse(readFileSync(found, 'utf8')).version;
}
