// Installs and builds what a start or a test needs. Does nothing if nothing changed.
//   node scripts/prepare.mjs [folder…]     also installs folders with a lockfile of their own (bench, the conformance suite)
//   node scripts/prepare.mjs --build       builds only
// It runs before any dependency is installed, so it uses only Node. `npm start` preloads it into the server's process, which
// saves the time of a second process. A first start installs only what the build and the server need: a third of the packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parent } from '../apps/worldwire/bin/ancestors.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STAMP = '.prepared.json';
// Present if the packages that only tests need are installed.
const TEST_RUNNER = 'vitest';
const OUTPUT = /(\.d)?\.(ts|js)(\.map)?$/;
const CONSOLE = join(ROOT, 'apps/console/dist/page/index.html');
const BUILT = ['packages', 'worlds', 'apps', 'examples', 'test'];
// On Windows npm is a batch file, which Node starts only through a shell.
const WINDOWS = process.platform === 'win32';
const NPM = WINDOWS ? 'npm.cmd' : 'npm';

// No dependency needs its install script: native ones have binaries inside their packages.
const INSTALL = [
  'ci',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
];

const preloaded = process.argv[1] !== fileURLToPath(import.meta.url);
const args = preloaded ? [] : process.argv.slice(2);
if (args[0] !== '--build')
  for (const folder of [ROOT, ...args.map(name => join(ROOT, name))]) install(folder);
build();

function install(folder) {
  const lock = hash([join(folder, 'package-lock.json'), join(folder, 'package.json')], process.version);
  const stamp = join(folder, 'node_modules', STAMP);
  const [installed, extent] = read(stamp)?.split(' ') ?? [];
  if (installed === lock && (preloaded || extent === 'all')) return;
  // A checkout with the test packages keeps them.
  const all = !preloaded || extent === 'all' || existsSync(join(folder, 'node_modules', TEST_RUNNER));
  if (installed !== undefined || !isInstalled(folder, all))
    run(NPM, all ? INSTALL : [...INSTALL, '--omit=dev'], folder, 'installing');
  writeFileSync(stamp, `${lock} ${all ? 'all' : 'some'}`);
}

/** Whether npm ran there after the last change. npm lists what it installed in a lockfile of its own. */
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
  for (const project of projects()) removeStale(join(project, 'dist'), join(project, 'src'));
  run(process.execPath, [join(ROOT, 'apps/console/build.mjs')], ROOT, 'building the console');
  writeFileSync(stamp, state);
}

/** Removes outputs of sources that were moved or deleted, which the compiler leaves and npm would pack. */
function removeStale(dist, src) {
  for (const entry of readdirSync(dist, { withFileTypes: true })) {
    const path = join(dist, entry.name);
    const source = join(src, entry.isDirectory() ? entry.name : entry.name.replace(OUTPUT, '.ts'));
    if (entry.isDirectory() && existsSync(source)) removeStale(path, source);
    else if ((entry.isDirectory() || OUTPUT.test(entry.name)) && !existsSync(source))
      rmSync(path, { recursive: true });
  }
}

/** Settings that every project inherits are at the root, outside the folders that are searched. */
function settings() {
  const names = readdirSync(ROOT).filter(name => /^tsconfig.*\.json$/.test(name));
  return names.map(name => join(ROOT, name));
}

/** The file that the compiler writes to each `dist`, and the page of the console. If one is missing, it is built again. */
function outputs() {
  return [...projects().map(project => join(project, 'dist', '.tsbuildinfo')), CONSOLE];
}

function projects() {
  // The compiler would accept comments in this file; JSON.parse does not.
  const { references } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));
  return references.map(({ path }) => join(ROOT, path));
}

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name === 'results') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.(tsx?|css|svg|html|mjs)$|^(package|tsconfig)\.json$/.test(entry.name)) yield path;
  }
}

// Sizes and times, not contents: a start must not read the whole tree.
function hash(paths, seed = '') {
  const digest = createHash('sha256').update(seed);
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
  // npm runs this script through a shell. That shell is gone if npm was stopped meanwhile: then start nothing.
  if (process.ppid !== parent) process.exit(1);
}
