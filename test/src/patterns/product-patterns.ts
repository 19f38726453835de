import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Folders with packages, each with its `src`. */
const AREAS = ['packages', 'worlds', 'apps'];
const SOURCE = /\.(?:ts|tsx|js|mjs)$/;
const NO_SOURCE = /\.test\.tsx?$|\.d\.ts$/;
const NO_FOLDER = new Set(['testing', 'node_modules', 'dist']);

/** A regular expression in the sources. */
export interface ProductPattern {
  /** File and line. */
  readonly at: string;
  readonly pattern: string;
  readonly flags: string;
}

export interface ProductPatterns {
  /** By folder or file below `src`: "worlds/unreal/src/flow". */
  readonly byFolder: ReadonlyMap<string, readonly ProductPattern[]>;
  /** Regular expressions of texts that are neither constant nor given: their files and lines. */
  readonly unknown: readonly string[];
}

/** By file: texts for names whose values are not constant. */
export type GivenTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

interface Source {
  /** With "/" on every system. */
  readonly file: string;
  readonly text: string;
  readonly ast: Node;
  /** What is assigned to each constant, and the file and name behind each import. */
  readonly constants: ReadonlyMap<string, Node>;
  readonly imports: ReadonlyMap<string, readonly [file: string, name: string]>;
}

/** All regular expressions of the product: the literals, and those that are made of constant and given texts. */
export function productPatterns(given: GivenTexts): ProductPatterns {
  const byFolder = new Map<string, ProductPattern[]>();
  const unknown: string[] = [];
  for (const area of AREAS)
    for (const name of readdirSync(join(ROOT, area)))
      for (const path of filesBelow(join(ROOT, area, name, 'src'))) {
        const source = sourceOf(path);
        const folder = source.file.split('/').slice(0, 4).join('/');
        const patterns = byFolder.get(folder) ?? [];
        byFolder.set(folder, patterns);
        for (const { start, pattern, flags } of patternsIn(source, given[source.file] ?? {})) {
          const at = `${source.file}:${source.text.slice(0, start).split('\n').length}`;
          if (pattern === undefined || flags === undefined) unknown.push(at);
          else patterns.push({ at, pattern, flags });
        }
      }
  return { byFolder, unknown };
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && SOURCE.test(entry.name) && !NO_SOURCE.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(
      file =>
        !relative(folder, file)
          .split(sep)
          .some(part => NO_FOLDER.has(part)),
    );
}

const sources = new Map<string, Source>();

function sourceOf(file: string): Source {
  const known = sources.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const ast = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
  const constants = new Map<string, Node>();
  const imports = new Map<string, readonly [string, string]>();
  for (const node of nodesOf(ast)) {
    if (node.type === 'VariableDeclaration' && node.kind === 'const')
      for (const { id, init } of node.declarations as { id: Node; init: Node | null }[])
        if (id.type === 'Identifier' && init !== null) constants.set(id.name as string, init);
    if (node.type === 'ImportDeclaration') {
      const from = (node.source as Node).value as string;
      const target = resolve(dirname(file), from.replace(/\.js$/, '.ts'));
      if (from.startsWith('.'))
        for (const each of node.specifiers as { imported?: Node; local: Node }[])
          imports.set(each.local.name as string, [target, (each.imported?.name ?? '') as string]);
    }
  }
  const source = { file: relative(ROOT, file).split(sep).join('/'), text, ast, constants, imports };
  sources.set(file, source);
  return source;
}

interface Found {
  readonly start: number;
  readonly pattern: string | undefined;
  readonly flags: string | undefined;
}

function* patternsIn(source: Source, given: Readonly<Record<string, string>>): Iterable<Found> {
  for (const node of nodesOf(source.ast)) {
    const { start } = node;
    const literal = node.regex as { pattern: string; flags: string } | undefined;
    if (node.type === 'Literal' && literal) yield { start, pattern: literal.pattern, flags: literal.flags };
    if (!isMaker(node)) continue;
    const [text, options] = node.arguments as readonly (Node | undefined)[];
    const flags = options === undefined ? '' : constantText(options, source, given);
    yield { start, pattern: constantText(text, source, given), flags };
  }
}

function isMaker({ type, callee }: Node): boolean {
  return (type === 'NewExpression' || type === 'CallExpression') && (callee as Node).name === 'RegExp';
}

/** The value of an expression of constant and given texts; undefined for others. */
function constantText(
  node: Node | undefined,
  source: Source,
  given: Readonly<Record<string, string>>,
): string | undefined {
  const value = (each: unknown) => constantText(each as Node | undefined, source, given);
  switch (node?.type) {
    case 'Literal':
      if (node.regex) return (node.regex as { pattern: string }).pattern;
      return typeof node.value === 'string' ? node.value : undefined;
    case 'TemplateLiteral':
      return joined(node, 'cooked', value);
    case 'TaggedTemplateExpression':
      return joined(node.quasi as Node, 'raw', value);
    case 'Identifier': {
      const name = node.name as string;
      if (given[name] !== undefined) return given[name];
      const own = source.constants.get(name);
      if (own !== undefined) return value(own);
      const [file, exported = ''] = source.imports.get(name) ?? [];
      const other = file === undefined ? undefined : sourceOf(file);
      return other && constantText(other.constants.get(exported), other, given);
    }
    case 'MemberExpression':
      return (node.property as Node).name === 'source' ? value(node.object) : undefined;
    case 'NewExpression':
    case 'CallExpression':
      return isMaker(node) ? value((node.arguments as Node[])[0]) : list(node, source, value);
    default:
      return undefined;
  }
}

type Value = (node: unknown) => string | undefined;

/** Of an array of texts: `[…].join('|')`. */
function list({ callee, arguments: given }: Node, source: Source, value: Value): string | undefined {
  const { type, object, property } = callee as { type: string; object: Node; property: Node };
  if (type !== 'MemberExpression' || property.name !== 'join') return undefined;
  const array = object.type === 'Identifier' ? source.constants.get(object.name as string) : object;
  const texts = array?.type === 'ArrayExpression' ? (array.elements as Node[]).map(value) : [undefined];
  return texts.includes(undefined) ? undefined : texts.join(value((given as Node[])[0]) ?? ',');
}

function joined(template: Node, spelling: 'cooked' | 'raw', value: Value): string | undefined {
  const quasis = template.quasis as { value: { cooked: string; raw: string } }[];
  const values = (template.expressions as Node[]).map(value);
  if (values.includes(undefined)) return undefined;
  return quasis.map((quasi, index) => `${quasi.value[spelling]}${values[index] ?? ''}`).join('');
}

function* nodesOf(value: unknown): Iterable<Node> {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return;
  if (!Array.isArray(value) && typeof (value as Node).type === 'string') yield value as Node;
  for (const each of Array.isArray(value) ? value : Object.values(value)) yield* nodesOf(each);
}
