// The layers, as absences: what each folder must not import. `npm run check` runs it over the tree.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOCKETS = /^node:(net|http|https|http2|tls|dgram|child_process|cluster)$/;
const TYPE_IMPORT =
  /^(?:import|export) (?:type [^;]*?|\{\s*(?:type \w+(?: as \w+)?,?\s*)+\}) from '[^']+';$/gm;
const OUTSIDE_APPS = /^(packages|worlds)\//;
/** Comments and texts, and the expressions inside a template. */
const COMMENT_OR_TEXT =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const EXPRESSION = /\$\{[^}]*\}/g;
/** What makes a write safe: the digest of a plan, and the question to a person. Operation keys are in packages/writes alone. */
const GUARDS_OF_WRITES = /\b(planDigest|requirePlan|confirmLarge)\b/;
/** Files that do not write by packages/writes yet. An entry is deleted with the code that needs it. */
export const UNTIL_CONVERTED = new Set([
  'worlds/universe/src/mcp/command-tool.ts',
  'worlds/universe/src/service/command-sender.ts',
  'worlds/universe/src/service/plan.ts',
]);

/** Each rule: where it holds, what must not be there, and why. */
export const RULES = [
  rule('protocol is pure', /^packages\/protocol\//, imports(/^node:|^@worldwire\//), 'imports'),
  rule('the server has no sockets', /^packages\/server\//, imports(SOCKETS), 'imports'),
  rule(
    'the server knows no wire and no world',
    /^packages\/server\//,
    imports(/^@worldwire\/(?!protocol$)/),
    'imports',
  ),
  rule(
    'wires know no world',
    /^packages\/transports\//,
    imports(/^@worldwire\/(?!protocol$|server(\/|$))/),
    'imports',
  ),
  rule(
    'wires do not import each other',
    /^packages\/transports\/src\/(http|stdio|frames)\//,
    imports(/^\.\.\/(http|stdio|frames)\//),
    'imports',
  ),
  rule(
    'writes know no wire and no world',
    /^packages\/writes\/src\/(?!testing\/)/,
    imports(/^@worldwire\/(?!protocol$|journal$|server(\/kit)?$)|^node:(net|http|https|child_process)$/),
    'imports',
  ),
  rule(
    'the journal, the picture codecs and the seals import no other package',
    /^packages\/(journal|picture|cluster)\//,
    imports(/^@worldwire\//),
    'imports',
  ),
  rule(
    'the engine and the package reader import no other package than the picture codecs',
    /^packages\/(engine|uasset)\//,
    imports(/^@worldwire\/(?!picture$)/),
    'imports',
  ),
  rule(
    'the domain of the universe is pure',
    /^worlds\/universe\/src\/domain\//,
    imports(/^node:|^@worldwire\/|^\.\.\/(\.\.\/)?(mcp|rest|service|sky|sol)\//),
    'imports',
  ),
  rule(
    'the console imports only what runs in a browser',
    /^apps\/console\//,
    imports(/^node:|^@worldwire\/(?!protocol$|universe\/sky$)/),
    'imports',
  ),
  rule('worlds see no wire', /^worlds\//, imports(/^@worldwire\/transports/), 'imports'),
  rule('worlds open no sockets', /^worlds\//, imports(SOCKETS), 'imports'),
  rule(
    'only apps read the environment',
    OUTSIDE_APPS,
    source => [...text(/\bprocess\.(env|argv)\b/)(source), ...imports(/^(node:)?process$/)(source)],
    'reads',
  ),
  rule(
    'the product never imports the benchmark, the attacks, the mutants or the tests',
    /^(packages|worlds|apps)\//,
    imports(/(^|\/)(bench|hostile|mutants|test)\//),
    'imports',
  ),
  rule(
    'packages are entered by the front door',
    /^(packages|worlds|apps|examples)\//,
    imports(/^@worldwire\/[^/]+\/(src|dist)\//),
    'imports',
  ),
  rule(
    'a folder does not import its parent',
    /^(packages|worlds|apps)\/(?!.*\/(testing|fuzz)\/)/,
    (source, path) => specifiers(source).filter(name => importsParent(path, name)),
    'imports',
  ),
  rule(
    'only packages/writes guards writes',
    // packages/server defines the guards, and approvals use them for the calls of all worlds.
    /^(worlds|examples)\/|^packages\/(?!server\/|writes\/)/,
    converted(code(GUARDS_OF_WRITES)),
    'uses',
  ),
  rule(
    'worlds leave the expected digest to packages/writes',
    /^worlds\//,
    converted(code(/\bexpectDigest\b/)),
    'names',
  ),
  rule(
    'an inverse is JSON',
    /^packages\/writes\/src\/log\/inverse\.ts$/,
    code(/\b(unknown|any|object|Function|Map|Set|Date)\b|=>/),
    'has',
  ),
];

/** Folders of one package that import each other only for types. */
const MAX_TYPE_CYCLES = 3;

/** @param {string} path @param {string} source @returns {string[]} what is wrong with one file */
export function violations(path, source) {
  return RULES.filter(({ where }) => where.test(path)).flatMap(({ name, find, verb }) =>
    find(source, path).map(found => `${path}: ${name}, but this ${verb} ${found}`),
  );
}

/**
 * @param {ReadonlyMap<string, string>} files sources by path
 * @returns {string[]} what is wrong with the imports between folders
 */
export function cycleViolations(files) {
  const atRunTime = cycles(files, source => specifiers(source.replace(TYPE_IMPORT, '')));
  const all = cycles(files, specifiers);
  return [
    ...atRunTime.map(folders => `folders import each other at run time: ${folders.join(', ')}`),
    ...(all.length > MAX_TYPE_CYCLES
      ? [`${all.length} groups of folders import each other, and ${MAX_TYPE_CYCLES} may:`].concat(
          all.map(folders => `  ${folders.join(', ')}`),
        )
      : []),
  ];
}

/**
 * @param {ReadonlyMap<string, string>} files
 * @param {(source: string) => string[]} importsOf
 * @returns {string[][]} groups of folders in which each reaches each other
 */
function cycles(files, importsOf) {
  const edges = new Map();
  for (const [path, source] of files) {
    const from = posix.dirname(path);
    const to = edges.get(from) ?? edges.set(from, new Set()).get(from);
    for (const name of importsOf(source))
      if (name.startsWith('.')) to.add(posix.dirname(posix.join(from, name)));
    to.delete(from);
  }
  const reached = new Map([...edges.keys()].map(folder => [folder, reachable(folder, edges)]));
  const groups = [...edges.keys()]
    .filter(folder => reached.get(folder).has(folder))
    .map(folder => [...reached.get(folder)].filter(other => reached.get(other)?.has(folder)).sort());
  return [...new Map(groups.map(group => [group.join(), group])).values()];
}

function reachable(start, edges) {
  const seen = new Set();
  const next = [...(edges.get(start) ?? [])];
  for (let folder = next.pop(); folder !== undefined; folder = next.pop()) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    next.push(...(edges.get(folder) ?? []));
  }
  return seen;
}

/** Whether an import leads to a file that lies directly in a folder above the importing one. */
function importsParent(path, name) {
  const folder = posix.dirname(path);
  const target = posix.dirname(posix.join(folder, name));
  return name.startsWith('.') && folder.startsWith(`${target}/`);
}

function rule(name, where, find, verb) {
  return { name, where, find, verb };
}

function imports(pattern) {
  return source => specifiers(source).filter(name => pattern.test(name));
}

function specifiers(source) {
  return [...source.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/g)].map(match => match[1]);
}

function text(pattern) {
  return source => source.match(pattern)?.slice(0, 1) ?? [];
}

/** Looks outside comments and texts. */
function code(pattern) {
  return source =>
    text(pattern)(source.replace(COMMENT_OR_TEXT, found => found.match(EXPRESSION)?.join(' ') ?? ''));
}

function converted(find) {
  return (source, path) => (UNTIL_CONVERTED.has(path) ? [] : find(source));
}

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'suite', 'results'].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name) && !/\.(test|d)\.ts$/.test(entry.name)) yield path;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = new Map(
    ['packages', 'worlds', 'apps', 'examples'].flatMap(name =>
      [...sources(join(ROOT, name))].map(path => [
        relative(ROOT, path).split(sep).join('/'),
        readFileSync(path, 'utf8'),
      ]),
    ),
  );
  const wrong = [
    ...[...files].flatMap(([path, source]) => violations(path, source)),
    ...cycleViolations(files),
  ];
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exit(1);
  console.log(`layers: ${RULES.length} rules hold, no folders import each other at run time`);
}
