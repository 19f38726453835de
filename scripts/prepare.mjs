// Installs and builds what a start or a test needs, and does nothing when nothing changed.
// Runs before any dependency is there, so it uses Node alone. Further folders with a lockfile of
// their own (the benchmark peers, the conformance suite) are named on the command line. `npm start` preloads
// it into the server's own process, which saves a start the time of a second one. A first start installs only what
// the build and the server need: that is a third of the packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parent } from '../apps/worldwire/bin/ancestors.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STAMP = '.prepared.json';
// It is there where somebody installed what only tests need.
const TEST_RUNNER = 'vitest';
const BUILT = ['packages', 'worlds', 'apps', 'examples', 'test'];
// On Windows npm is a batch file, which Node starts only through a shell.
const WINDOWS = process.platform === 'win32';
const NPM = WINDOWS ? 'npm.cmd' : 'npm';

// No dependency needs its install script: what is native comes with binaries inside its package.
const INSTALL = [
  'ci',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
];

const preloaded = process.argv[1] !== fileURLToPath(import.meta.url);
const named = preloaded ? [] : process.argv.slice(2);
for (const folder of [ROOT, ...named.map(name => join(ROOT, name))]) install(folder);
build();

function install(folder) {
  const lock = hash([join(folder, 'package-lock.json'), join(folder, 'package.json')]);
  const stamp = join(folder, 'node_modules', STAMP);
  const [installed, extent] = read(stamp)?.split(' ') ?? [];
  if (installed === lock && (preloaded || extent === 'all')) return;
  // A checkout that has everything keeps everything: somebody tests here.
  const all = !preloaded || extent === 'all' || existsSync(join(folder, 'node_modules', TEST_RUNNER));
  if (installed !== undefined || !isInstalled(folder, all))
    run(NPM, all ? INSTALL : [...INSTALL, '--omit=dev'], folder, 'installing');
  writeFileSync(stamp, `${lock} ${all ? 'all' : 'some'}`);
}

/** Whether somebody ran npm there after the last change. npm writes what it installed into a lockfile of its own. */
function isInstalled(folder, all) {
  const [wanted, given] = [join(folder, 'package-lock.json'), join(folder, 'package.json')];
  const hidden = join(folder, 'node_modules', '.package-lock.json');
  if (![wanted, given, hidden].every(existsSync)) return false;
  const { mtimeMs } = statSync(hidden);
  if ([wanted, given].some(path => statSync(path).mtimeMs > mtimeMs)) return false;
  const [there, locked] = [hidden, wanted].map(path => JSON.parse(readFileSync(path, 'utf8')).packages ?? {});
  return Object.entries(locked).every(([path, { version, integrity, optional, dev, devOptional }]) => {
    // Optional packages are for other platforms, and the first entry is the project itself.
    if (path === '' || optional || devOptional || (dev && !all)) return true;
    return there[path]?.version === version && there[path]?.integrity === integrity;
  });
}

function build() {
  const stamp = join(ROOT, 'node_modules', '.built.json');
  const state = hash([...settings(), ...BUILT.flatMap(name => [...sources(join(ROOT, name))])]);
  if (read(stamp) === state && outputs().every(existsSync)) return;
  run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b'], ROOT, 'building');
  writeFileSync(stamp, state);
}

/** What every project inherits stands at the root, outside of the folders that are searched. */
function settings() {
  const names = readdirSync(ROOT).filter(name => /^tsconfig.*\.json$/.test(name));
  return names.map(name => join(ROOT, name));
}

/** The file that the compiler leaves in each `dist`: gone with it, and enough to make the compiler write it again. */
function outputs() {
  // Plain JSON, which the compiler would not insist on: a comment in it would stop every start here.
  const { references } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));
  return references.map(({ path }) => join(ROOT, path, 'dist', '.tsbuildinfo'));
}

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name === 'results') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.ts$|^(package|tsconfig)\.json$/.test(entry.name)) yield path;
  }
}

// Sizes and times, not contents: a start must not read the whole tree.
function hash(paths) {
  const digest = createHash('sha256').update(process.version);
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const { size, mtimeMs } = statSync(path);
    digest.update(`${path}:${size}:${mtimeMs};`);
  }
  return digest.digest('hex');
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function run(command, args, cwd, what) {
  process.stderr.write(`worldwire: ${what}${cwd === ROOT ? '' : ` ${cwd.slice(ROOT.length)}`}…\n`);
  const shell = WINDOWS && command === NPM;
  const { status, error } = spawnSync(command, args, { cwd, shell, stdio: ['ignore', 2, 2] });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
  // npm starts us through a shell, which ends when npm is told to stop. Nobody waits for what would start now.
  if (process.ppid !== parent) process.exit(1);
}
