import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, mappedFolders, type Page, ROOT } from './pages.js';

/** Paths in a map are relative to one of these folders of its package. */
const BASES = ['', 'src/', 'addons/worldwire/', 'package/', 'package/Runtime/'];
/** Folders whose parts a map names. */
const SOURCES = ['src', 'addons/worldwire', 'package/Runtime', 'lib', 'servers', 'suite'];
/** Helpers and data of tests. */
const OF_TESTS: ReadonlySet<string> = new Set(['testing', 'fixtures', 'fuzz']);
const FILE = /^[\w.~-][\w./~-]*\.(?:ts|tsx|mjs|js|json|gd|cs|md|css|csproj|tscn)$/;
const FOLDER = /^[\w.~-]+(?:\/[\w.~-]+)*\/$/;
/** A name of the code, such as `Policy.decide` or `#seat`. */
const NAME = /^#?[A-Za-z_$][\w$]*(?:\.#?[\w$]+)*(?:\(\))?$/;
/** A path, and names that are in that file. */
const NAMES_OF_FILE = /`([^`\n]+)`\s\(((?:`[^`\n]+`(?:,\s|\sand\s)?)+)\)/g;
const CODE = /(?<!\.test)\.(?:ts|tsx|mjs|gd|cs|css)$/;
const MAX_LINE = 160;

/** The files and folders of the repository by their paths. */
export interface Tree {
  readonly files: readonly string[];
  readonly folders: ReadonlySet<string>;
  text(path: string): string;
}

export function readTree(): Tree {
  const files: string[] = [];
  const folders = new Set<string>();
  const texts = new Map<string, string>();
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) files.push(path);
      else if (entry.name === '.ci' || foldersOf(folder).includes(entry.name)) {
        folders.add(path);
        walk(path);
      }
    }
  };
  walk('');
  return {
    files,
    folders,
    text: path => {
      const text = texts.get(path) ?? readFileSync(join(ROOT, path), 'utf8');
      texts.set(path, text);
      return text;
    },
  };
}

/** Lines that are too long, and a length of the page that is out of bounds. */
export function lengthFaults({ path, text }: Page, [min, max]: readonly [number, number]): string[] {
  const lines = text.trimEnd().split('\n');
  return [
    ...(lines.length < min || lines.length > max
      ? [`${path} has ${lines.length} lines, not ${min} to ${max}`]
      : []),
    ...lines.flatMap((line, at) =>
      line.length > MAX_LINE ? [`${path}:${at + 1} has ${line.length} characters`] : [],
    ),
  ];
}

/** Packages without a map, and those that the page does not link to. */
export function packageFaults(architecture: Page, pages: readonly Page[], folders = foldersOf): string[] {
  return [
    ...folders('')
      .filter(name => !architecture.text.includes(`${name}/`))
      .map(name => `${architecture.path} does not name ${name}/`),
    ...mappedFolders(folders).flatMap(folder => [
      ...(pages.some(({ path }) => path === `${folder}/MAP.md`) ? [] : [`${folder}/MAP.md is missing`]),
      ...(architecture.text.includes(`](${folder}/MAP.md)`)
        ? []
        : [`${architecture.path} does not link to ${folder}/MAP.md`]),
    ]),
  ];
}

/** Folders of a package that its map does not name. */
export function folderFaults(page: Page, tree: Tree): string[] {
  const home = homeOf(page);
  const named = tokensOf(page, tree).flatMap(({ found }) => found.map(path => `${path}/`));
  return (
    [...tree.folders]
      .filter(folder => SOURCES.some(source => folder.startsWith(`${home}/${source}/`)))
      .filter(folder => !folder.split('/').some(part => OF_TESTS.has(part)))
      // Tests are in the folders of what they test; only the first level is a map.
      .filter(folder => home !== 'test' || folder.split('/').length === 3)
      // A folder with folders is named with them.
      .filter(
        folder => !named.some(path => tree.folders.has(path.slice(0, -1)) && path.startsWith(`${folder}/`)),
      )
      .map(folder => `${page.path} does not name ${folder}`)
  );
}

/** Paths that do not exist or lead to several files, and names that the code does not have. */
export function nameFaults(page: Page, tree: Tree): string[] {
  const home = homeOf(page);
  const sources = tree.files.filter(path => CODE.test(path) && path.startsWith(home));
  const has = (paths: readonly string[], name: string) => paths.some(path => hasName(tree.text(path), name));
  const faults = tokensOf(page, tree).flatMap(({ token, kind, found }) => {
    if (kind === 'name')
      return has(sources, token) ||
        has(
          tree.files.filter(path => CODE.test(path)),
          token,
        )
        ? []
        : [`${page.path}: the code has no ${token}`];
    if (found.length === 1) return [];
    return [
      found.length === 0
        ? `${page.path}: ${token} does not exist`
        : `${page.path}: ${token} is ${found.join(' or ')}`,
    ];
  });
  for (const row of rowsOf(page.text))
    for (const [, path = '', list = ''] of row.matchAll(NAMES_OF_FILE)) {
      const [file] = filesOf(path, home, contextOf(row, home, tree), tree);
      if (file === undefined || tree.folders.has(file)) continue;
      for (const [, name = ''] of list.matchAll(/`([^`]+)`/g))
        if (NAME.test(name) && !hasName(tree.text(file), name))
          faults.push(`${page.path}: ${file} has no ${name}`);
    }
  return [...new Set(faults)];
}

/** Rules of the layers that the last section does not quote, and quotes that are no rules. */
export function ruleFaults({ path, text }: Page, rules: readonly string[]): string[] {
  const [, section = ''] = text.split(/^## Invariants.*$/m);
  const quoted = [...section.replaceAll(/\s+/g, ' ').matchAll(/"([^"]+)"/g)].map(([, name]) => name!);
  return [
    ...rules.filter(name => !quoted.includes(name)).map(name => `${path} does not have the rule "${name}"`),
    ...quoted.filter(name => !rules.includes(name)).map(name => `${path}: "${name}" is not a rule`),
  ];
}

interface Token {
  readonly token: string;
  readonly kind: 'path' | 'name';
  /** The files or folders that a path leads to. */
  readonly found: readonly string[];
}

/** Everything in code quotes that is a path or a name. */
function tokensOf(page: Page, tree: Tree): readonly Token[] {
  const home = homeOf(page);
  return rowsOf(page.text).flatMap(row => {
    const context = contextOf(row, home, tree);
    return [...row.matchAll(/`([^`\n]+)`/g)].flatMap(([, token = '']): Token[] => {
      if (isPath(token, tree)) return [{ token, kind: 'path', found: filesOf(token, home, context, tree) }];
      return NAME.test(token) ? [{ token, kind: 'name', found: [] }] : [];
    });
  });
}

/** Rows of tables, items of lists and paragraphs, without blocks of code. */
function rowsOf(text: string): readonly string[] {
  return text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/^ {4}.*$/gm, '')
    .split(/\n(?=[|\n-]|\d+\. )/);
}

function isPath(token: string, { folders }: Tree): boolean {
  return !token.startsWith('dist/') && (FILE.test(token) || FOLDER.test(token) || folders.has(token));
}

/** The folders in the first cell of a row, or anywhere in a text: files may be named relative to them. */
function contextOf(row: string, home: string, tree: Tree): readonly string[] {
  const [, cell = ''] = row.startsWith('|') ? row.split('|') : [row, row];
  const tokens = [...cell.matchAll(/`([^`\n]+\/)`/g)].map(([, token]) => token!);
  return tokens.flatMap(token => filesOf(token, home, [], tree));
}

function filesOf(token: string, home: string, context: readonly string[], tree: Tree): readonly string[] {
  const wanted = token.replace(/\/$/, '');
  const exists = (path: string) => tree.folders.has(path) || tree.files.includes(path);
  const bases = home === '' ? [] : BASES.map(base => `${home}/${base}`);
  const direct = [...context.map(folder => `${folder}/`), ...bases, '']
    .map(base => base + wanted)
    .filter(exists);
  if (direct.length > 0) return direct.slice(0, 1);
  const all = token.endsWith('/') ? [...tree.folders] : tree.files;
  const within = (folders: readonly string[]) =>
    all.filter(path => path.endsWith(`/${wanted}`) && folders.some(folder => path.startsWith(`${folder}/`)));
  const near = within(context);
  return near.length > 0 || home === '' ? near : within([home]);
}

/** Whether a text has the last part of a name as a word. */
function hasName(text: string, name: string): boolean {
  const word = name.replace(/\(\)$/, '').split('.').at(-1)!.replace(/^#/, '');
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!/[\w$]/.test(text[at - 1] ?? '') && !/[\w$]/.test(text[at + word.length] ?? '')) return true;
  return false;
}

/** The folder of a map; empty for a page at the root. */
function homeOf({ path }: Page): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}
