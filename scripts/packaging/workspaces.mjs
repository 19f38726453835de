// The packages of this repository, and the order in which they can be published.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every workspace, in the order of the root's package.json. Folders are relative to the root. */
export function workspaces(root) {
  const { workspaces: patterns } = readJson(join(root, 'package.json'));
  return patterns
    .flatMap(pattern => matching(root, pattern))
    .map(folder => ({
      folder,
      manifest: readJson(join(root, folder, 'package.json')),
    }));
}

/** The packages that are published: each one after the packages that it depends on. */
export function publicPackages(root) {
  const waiting = new Map(
    workspaces(root)
      .filter(({ manifest }) => manifest.private !== true)
      .map(one => [one.manifest.name, one]),
  );
  const ordered = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ manifest }) => !Object.keys(manifest.dependencies ?? {}).some(name => waiting.has(name)),
    );
    if (ready.length === 0)
      throw new Error(`These packages depend on each other: ${[...waiting.keys()].join(', ')}.`);
    ordered.push(...ready);
    for (const { manifest } of ready) waiting.delete(manifest.name);
  }
  return ordered;
}

export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** A pattern is a folder, or a folder with a star for each folder in it. */
function matching(root, pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  return readdirSync(join(root, parent))
    .map(name => `${parent}/${name}`)
    .filter(folder => existsSync(join(root, folder, 'package.json')));
}
