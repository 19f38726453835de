/** A project made of copies of real packages. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIXTURES = fileURLToPath(new URL('../../packages/uasset/fixtures', import.meta.url));
/** Packages of this folder are also at the paths that the others refer to. */
const AT_HOME = 'uasset-rs/UE56/';
/** Every SimpleRefsRoot needs this package. */
export const REFERENCED = '/Game/SimpleRefs/SimpleRefsDefaultsRef';
const REFERENCER = '/SimpleRefsRoot';
const EXTENSION = /\.(uasset|umap)$/;

export function makeProject(folder, count) {
  const sizes = new Map();
  const files = readdirSync(FIXTURES, { recursive: true }).filter(file => EXTENSION.test(file));
  const names = files.map(file => file.replaceAll(sep, '/')).sort();
  mkdirSync(folder);
  writeFileSync(join(folder, 'Many.uproject'), JSON.stringify({ FileVersion: 3 }));
  for (const { from, to } of placements(names, count)) {
    const bytes = readFileSync(join(FIXTURES, from));
    const file = join(folder, 'Content', to);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    sizes.set(`/Game/${to.replace(EXTENSION, '')}`, bytes.length);
  }
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const referencers = new Set([...sizes.keys()].filter(path => path.endsWith(REFERENCER)));
  return { folder, sizes, bytes, referencers };
}

export function* placements(files, count) {
  const home = files.filter(file => file.startsWith(AT_HOME)).slice(0, count);
  for (const from of home) yield { from, to: from.slice(AT_HOME.length) };
  for (let made = 0; made < count - home.length; made++) {
    const from = files[made % files.length];
    const set = String(Math.floor(made / files.length)).padStart(4, '0');
    yield { from, to: `Set_${set}/${from}` };
  }
}

function wrongList(items, { sizes }) {
  const listed = new Set(items.map(({ path }) => path));
  if (items.length !== sizes.size || listed.size !== sizes.size) {
    return `${sizes.size} packages are listed as ${items.length} items with ${listed.size} different paths`;
  }
  const wrong = items.find(item => sizes.get(item.path) !== item.size || item.class === 'Unreadable');
  return wrong && `a package was listed as ${JSON.stringify(wrong)}`;
}

export function wrongBytes({ files, bytes }, project) {
  const right = files === project.sizes.size && bytes === project.bytes;
  return right ? undefined : `${files} files, ${bytes} bytes`;
}

function wrongReferencers(listed, { referencers }) {
  const needing = new Set(listed.filter(({ soft }) => !soft).map(({ path }) => path));
  const right = needing.size === referencers.size && [...needing].every(path => referencers.has(path));
  const { size } = referencers;
  return right ? undefined : `${size} packages need ${REFERENCED}, but ${needing.size} are listed`;
}

/** Every SimpleRefsRoot calls the function that is searched. */
function wrongTotal(total, { referencers: { size } }) {
  return total === size ? undefined : `${size} packages call a function, but ${total} are found`;
}

/** What is wrong with an answer to each question, or undefined. */
export const CHECKS = { list: wrongList, referencers: wrongReferencers, search: wrongTotal };
