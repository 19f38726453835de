/**
 * Finds Godot 4.3 or newer, or installs it without root: packages of Debian are unpacked into a folder of the user's cache and run there
 * with their own loader and libraries. Nothing of the system changes. The program names its loader and libraries itself: an editor starts games
 * by the path of its own executable, which must not be that of a loader.
 *
 *   node scripts/godot4.mjs            finds or installs it, and prints how it is started: a program, and its first arguments, one a line
 *   node scripts/godot4.mjs --find     only finds it; ends with 1 if there is none
 *
 * WORLDWIRE_GODOT4 names a program to use instead. WORLDWIRE_CACHE names another cache folder.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const SUITE = 'sid';
/** The engine, a driver that draws without a graphics card, and what binds the engine to its libraries. */
const PACKAGES = ['godot', 'libgl1-mesa-dri', 'libgl1', 'libegl1', 'libglx-mesa0', 'patchelf'];
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const MIN_VERSION = [4, 3];
const FOLDER = join(
  process.env.WORLDWIRE_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'worldwire'),
  'godot4',
);
const RUN = join(FOLDER, 'run');

/** Starts a program of the folder with the drivers of the folder. */
const RUN_TEXT = `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
program=$1
shift
for triple in "$here"/usr/lib/*-linux-gnu*; do
  [ -d "$triple/dri" ] && export LIBGL_DRIVERS_PATH=$triple/dri
  [ -d "$triple/gbm" ] && export GBM_BACKENDS_PATH=$triple/gbm
done
[ -d "$here/usr/share/glvnd/egl_vendor.d" ] && export __EGL_VENDOR_LIBRARY_DIRS=$here/usr/share/glvnd/egl_vendor.d
# The driver's cache on disk has ended editors with a bus error.
export MESA_SHADER_CACHE_DISABLE=true
exec "$here/usr/bin/$program" "$@"
`;

const found = findGodot4();
if (found !== undefined) print(found);
else if (process.argv.includes('--find')) process.exitCode = 1;
else print(installGodot4());

function print(command) {
  console.log(command.join('\n'));
}

/** The program and its first arguments, or undefined. */
function findGodot4() {
  const named = process.env.WORLDWIRE_GODOT4;
  if (named !== undefined && named !== '') {
    if (versionOf([named]) !== undefined) return [named];
    throw new Error(
      `WORLDWIRE_GODOT4 is ${named}, which is not Godot 4.3 or newer: name such a program, or unset it`,
    );
  }
  const candidates = [['godot4'], ['godot'], [RUN, 'godot']];
  return candidates.find(command => versionOf(command) !== undefined);
}

/** Such as "4.6.3"; undefined if it does not run or is too old. */
function versionOf([program, ...first]) {
  if (program.includes('/') && !existsSync(program)) return undefined;
  const { status, stdout } = spawnSync(program, [...first, '--version', '--headless'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  const [version] = /^\d+\.\d+[\w.]*/m.exec(stdout ?? '') ?? [];
  if (status !== 0 || version === undefined) return undefined;
  const [major, minor] = version.split('.').map(Number);
  return major > MIN_VERSION[0] || (major === MIN_VERSION[0] && minor >= MIN_VERSION[1])
    ? version
    : undefined;
}

function installGodot4() {
  const mirror = debianMirror();
  if (mirror === undefined)
    throw new Error(
      'apt on this machine names no mirror of Debian: install Godot 4.3 or newer, and set WORLDWIRE_GODOT4 to its program',
    );
  const work = `${FOLDER}.${process.pid}`;
  say(`unpacking ${PACKAGES.join(', ')} of Debian ${SUITE} (${mirror}) into ${FOLDER}`);
  try {
    const debs = download(work, mirror);
    say(`${debs.length} packages downloaded`);
    for (const deb of debs) unpack(deb, join(work, 'root'));
    writeFileSync(join(work, 'root', 'run'), RUN_TEXT);
    chmodSync(join(work, 'root', 'run'), 0o755);
    rmSync(FOLDER, { recursive: true, force: true });
    renameSync(join(work, 'root'), FOLDER);
    bindLibraries(FOLDER, 'godot');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const version = versionOf([RUN, 'godot']);
  if (version === undefined)
    throw new Error(`Godot was unpacked into ${FOLDER}, but ${RUN} does not start it: run it to see why`);
  say(`Godot ${version} is at ${FOLDER}`);
  return [RUN, 'godot'];
}

/** The first mirror of Debian that apt uses, in either format of its lists. */
function debianMirror() {
  const lists = ['/etc/apt/sources.list', ...within('/etc/apt/sources.list.d')];
  for (const list of lists.filter(existsSync)) {
    const text = readFileSync(list, 'utf8');
    const [, mirror] =
      /^(?:deb\s+(?:\[[^\]]*\]\s+)?|URIs:\s*)(https?:\S*\/debian\/?)(?:\s|$)/m.exec(text) ?? [];
    if (mirror !== undefined) return mirror;
  }
  return undefined;
}

function within(folder) {
  return existsSync(folder) ? readdirSync(folder).map(name => join(folder, name)) : [];
}

/** Downloads the packages with everything that they depend on. apt gets its own empty state in the folder. */
function download(work, mirror) {
  const apt = join(work, 'apt');
  for (const folder of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(join(apt, folder), { recursive: true });
  writeFileSync(join(apt, 'status'), '');
  writeFileSync(join(apt, 'sources.list'), `deb [signed-by=${KEYRING}] ${mirror} ${SUITE} main\n`);
  const settings = {
    'Dir::Etc::sourcelist': join(apt, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::status': join(apt, 'status'),
    'Dir::State::lists': join(apt, 'lists'),
    'Dir::Cache': join(apt, 'cache'),
    'APT::Sandbox::User': 'root',
    'APT::Install-Recommends': 'false',
    'Debug::NoLocking': '1',
  };
  const options = ['-qq', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
  const run = (...args) =>
    execFileSync('apt-get', [...options, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  run('update');
  run('-y', '--download-only', 'install', ...PACKAGES);
  return within(join(apt, 'cache', 'archives')).filter(name => name.endsWith('.deb'));
}

/** Packages of one suite may still name /lib or /usr/lib, which are the same folder. */
function unpack(deb, root) {
  if (!existsSync(root)) {
    for (const name of ['bin', 'lib', 'lib64', 'sbin']) {
      mkdirSync(join(root, 'usr', name), { recursive: true });
      symlinkSync(join('usr', name), join(root, name));
    }
  }
  const archive = execFileSync('dpkg-deb', ['--fsys-tarfile', deb], { maxBuffer: 2 ** 31 - 1 });
  execFileSync('tar', ['-x', '-C', root, '--keep-directory-symlink'], { input: archive });
}

function loaderOf(folder) {
  const found = ['lib64', 'lib'].flatMap(name => within(join(folder, 'usr', name)));
  const loader = found.find(name => /\/ld-linux-[^/]*\.so\.\d+$/.test(name));
  if (loader === undefined) throw new Error(`there is no loader in ${folder}: remove it, and try again`);
  return loader;
}

/**
 * Writes the loader and the folders of libraries into a program. A variable for the libraries would reach programs of the system that the engine
 * starts, which need their own.
 */
function bindLibraries(folder, name) {
  const loader = loaderOf(folder);
  const libraries = librariesOf(folder);
  const patchelf = ['--library-path', libraries, join(folder, 'usr', 'bin', 'patchelf')];
  const patch = (...args) =>
    execFileSync(loader, [...patchelf, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  const program = join(folder, 'usr', 'bin', name);
  patch('--set-interpreter', loader, '--force-rpath', '--set-rpath', libraries, program);
  // These name folders of their own, and would not look into those of the program.
  const stubborn = libraries.split(':').flatMap(within);
  patch('--remove-rpath', ...stubborn.filter(file => /\/lib(pulse|LLVM)[^/]*\.so[^/]*$/.test(file)));
}

function librariesOf(folder) {
  const usr = join(folder, 'usr', 'lib');
  const own = within(usr).filter(name => /-linux-gnu[^/]*$/.test(name));
  return [...own, ...own.map(name => join(name, 'pulseaudio')), usr].join(':');
}

function say(text) {
  console.error(`godot4: ${text}`);
}
