// Adds to package-lock.json the optional packages of other platforms that npm left out because the registry in use does
// not offer them. `npm ci` refuses a lock without them. Asks npm for the checksums of those that it offers, and names the
// others. Run it after a change of dependencies:
//   node scripts/complete-lock.mjs [folder…]
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** Returns the lock with an entry for every optional dependency, and the names of those that were missing. */
export function completeLock(lock) {
  const packages = { ...lock.packages };
  const added = [];
  for (const [path, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const entry = `node_modules/${name}`;
      if (packages[entry] !== undefined || packages[join(path, entry)] !== undefined) continue;
      // Only an exact version can be written down without asking a registry.
      if (!/^\d+\.\d+\.\d+/.test(version))
        throw new Error(`${path}: ${name}@${version} is not an exact version.`);
      packages[entry] = { version, ...platform(name), optional: true };
      added.push(name);
    }
  }
  const sorted = Object.entries(packages).sort(([one], [other]) => one.localeCompare(other, 'en'));
  return { lock: { ...lock, packages: Object.fromEntries(sorted) }, added };
}

/** What the name of a platform package says about where it runs. */
function platform(name) {
  const words = name.split(/[/-]/);
  const os = words.filter(word => SYSTEMS.includes(word));
  const cpu = words.filter(word => PROCESSORS.includes(word));
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : [];
  return {
    ...(cpu.length > 0 && { cpu }),
    ...(libc.length > 0 && { libc }),
    ...(os.length > 0 && { os }),
  };
}

/** The entries of packages without a checksum, by their path. Links and parts of other packages have none. */
export function withoutIntegrity({ packages }) {
  return Object.entries(packages).filter(
    ([path, { link, inBundle, integrity }]) =>
      path.includes('node_modules/') && !link && !inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity),
  );
}

/** Adds the checksums that npm knows. Returns the packages that it does not offer. */
async function addIntegrity(lock) {
  const missing = [];
  for (const [path, entry] of withoutIntegrity(lock)) {
    const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`;
    try {
      const { stdout } = await promisify(execFile)('npm', ['view', name, 'dist.integrity', '--json']);
      const { version, ...others } = entry;
      lock.packages[path] = { version, integrity: JSON.parse(stdout), ...others };
    } catch (thrown) {
      if (!String(thrown.stderr).includes('E404')) throw thrown;
      missing.push(name);
    }
  }
  return missing;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , ...folders] = process.argv;
  for (const folder of folders.length === 0
    ? ['.', 'bench', 'test/clients', 'worlds/conformance/suite']
    : folders) {
    const path = join(ROOT, folder, 'package-lock.json');
    const { lock, added } = completeLock(JSON.parse(readFileSync(path, 'utf8')));
    const missing = await addIntegrity(lock);
    writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
    process.stdout.write(`${join(folder, 'package-lock.json')}: ${added.length} added\n`);
    for (const name of missing)
      process.stdout.write(`  without a checksum, which this registry does not offer: ${name}\n`);
  }
}
