import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface Page {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
}

/** Folders of packages. Each package has a map. */
export const TOPS = ['packages', 'worlds', 'apps', 'bridges'] as const;
/** Folders of the root with a map of their own. */
const WORKSHOPS = ['test', 'bench', 'hostile', 'mutants', 'scripts'] as const;

/** The folders that have a map, also where its file is missing. `folders`: those of a path, to plant one. */
export function mappedFolders(folders: (path: string) => readonly string[] = foldersOf): readonly string[] {
  return [...TOPS.flatMap(top => folders(top).map(name => `${top}/${name}`)), ...WORKSHOPS];
}

/** The map of each package, and of each folder at the root that has one. */
export function maps(): readonly Page[] {
  const paths = mappedFolders().map(folder => `${folder}/MAP.md`);
  return paths.filter(path => existsSync(join(ROOT, path))).map(pageOf);
}

/** Folders with files of the repository, without those of tools. */
export function foldersOf(path: string): readonly string[] {
  const folder = join(ROOT, path);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !/^\.|^(?:node_modules|dist|coverage)$/.test(entry.name))
    .map(({ name }) => name);
}

/** The documentation: pages at the root, docs/, and the README files and maps beside code. */
export function pages(): readonly Page[] {
  const root = readdirSync(ROOT).filter(name => name.endsWith('.md'));
  const docs = readdirSync(join(ROOT, 'docs')).filter(name => name.endsWith('.md'));
  const others = [
    'examples/README.md',
    'bench/README.md',
    'bridges/godot4/README.md',
    'bridges/unity/README.md',
    'bridges/unity/testing/shim/README.md',
    'packaging/claude-code/README.md',
  ];
  return [...[...root, ...docs.map(name => `docs/${name}`), ...others].map(pageOf), ...maps()];
}

function pageOf(path: string): Page {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') };
}

const PROGRAMS = /^([A-Z_]+=\S+ )?(npx|npm|node|curl|git|docker|claude|godot|cp|cd|worldwire) /;
/** The form of a command line, with placeholders. */
const USAGE = /[[<]\w+(\|\w+)*…?[\]>]/;

/** The commands of a page's code blocks, without comments; lines that end in a backslash are joined. */
export function commandsOf(text: string): readonly string[] {
  return codeOf(text)
    .replaceAll(/ *\\\n */g, ' ')
    .split('\n')
    .map(line => line.replace(/\s+# .*$/, '').trim())
    .filter(line => PROGRAMS.test(line) && !USAGE.test(line));
}

/** Indented blocks, and fenced blocks of a shell. */
function codeOf(text: string): string {
  const fenced = [...text.matchAll(/^```(?:sh|bash)\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  const indented = text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .split('\n')
    .filter(line => line.startsWith('    '))
    .map(line => line.slice(4));
  return [...fenced, ...indented].join('\n');
}
