// Every place that states the version of this repository.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, workspaces } from './workspaces.mjs';

export const SERVER_JSON = 'server.json';
export const MCPB_MANIFEST = 'packaging/mcpb/manifest.json';
export const CLAUDE_PLUGIN = 'packaging/claude-code/.claude-plugin/plugin.json';
const LOCK = 'package-lock.json';
const DEPENDENCY_KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
/** In a command line: the program of the published package, at an exact version. */
const PINNED = /^worldwire@(.+)$/;

/** Each place: its file, the path to the value inside, and the version that stands there. */
export function versionPlaces(root) {
  const packages = workspaces(root);
  const names = new Set(packages.map(({ manifest }) => manifest.name));
  return [
    ...packages.flatMap(({ folder, manifest }) => inManifest(`${folder}/package.json`, manifest, names)),
    ...inLock(root, packages, names),
    ...inServerJson(readJson(join(root, SERVER_JSON))),
    place(MCPB_MANIFEST, ['version'], readJson(join(root, MCPB_MANIFEST)).version),
    ...inPlugin(readJson(join(root, CLAUDE_PLUGIN))),
  ];
}

/** Writes a version to every place. */
export function setVersion(root, version) {
  const places = versionPlaces(root);
  for (const file of new Set(places.map(one => one.file))) {
    const content = readJson(join(root, file));
    for (const { path, prefix } of places.filter(one => one.file === file)) {
      const owner = path.slice(0, -1).reduce((value, key) => value[key], content);
      owner[path.at(-1)] = `${prefix}${version}`;
    }
    writeFileSync(join(root, file), `${JSON.stringify(content, null, 2)}\n`);
  }
}

function inManifest(file, manifest, names, base = []) {
  const own = place(file, [...base, 'version'], manifest.version);
  const dependencies = DEPENDENCY_KINDS.flatMap(kind =>
    Object.entries(manifest[kind] ?? {})
      .filter(([name]) => names.has(name))
      .map(([name, version]) => place(file, [...base, kind, name], version)),
  );
  return [own, ...dependencies];
}

function inLock(root, packages, names) {
  if (!existsSync(join(root, LOCK))) return [];
  const lock = readJson(join(root, LOCK));
  return packages.flatMap(({ folder }) =>
    inManifest(LOCK, lock.packages[folder] ?? {}, names, ['packages', folder]),
  );
}

function inServerJson({ version, packages }) {
  return [
    place(SERVER_JSON, ['version'], version),
    ...packages.map((one, index) => place(SERVER_JSON, ['packages', index, 'version'], one.version)),
  ];
}

function inPlugin({ version, mcpServers }) {
  const pinned = Object.entries(mcpServers).flatMap(([name, { args }]) =>
    args.flatMap((arg, index) => {
      const found = PINNED.exec(arg)?.[1];
      return found === undefined
        ? []
        : [place(CLAUDE_PLUGIN, ['mcpServers', name, 'args', index], found, 'worldwire@')];
    }),
  );
  return [place(CLAUDE_PLUGIN, ['version'], version), ...pinned];
}

function place(file, path, version, prefix = '') {
  return { file, path, version, prefix };
}
