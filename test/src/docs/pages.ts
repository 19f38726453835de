import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface Page {
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
}

/** The documentation: pages at the root, docs/, and the README files beside code. */
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
  return [...root, ...docs.map(name => `docs/${name}`), ...others].map(path => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }));
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
