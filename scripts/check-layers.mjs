// The layers, as absences: what each room must not know. `npm run check` runs it over the tree.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOCKETS = /^node:(net|http|https|http2|tls|dgram|child_process|cluster)$/;
const OUTSIDE_APPS = /^(packages|worlds)\//;

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
    imports(/^@worldwire\/(?!protocol$|server$)/),
    'imports',
  ),
  rule(
    'the journal, the engine and the package reader know nobody',
    /^packages\/(journal|engine|uasset)\//,
    imports(/^@worldwire\//),
    'imports',
  ),
  rule(
    'the domain of the universe is pure',
    /^worlds\/universe\/src\/domain\//,
    imports(/^node:|^@worldwire\/|^\.\.\/(\.\.\/)?(mcp|rest|service|sky|sol)\//),
    'imports',
  ),
  rule('worlds see no wire', /^worlds\//, imports(/^@worldwire\/transports/), 'imports'),
  rule('worlds open no sockets', /^worlds\//, imports(SOCKETS), 'imports'),
  rule(
    'only apps read the environment',
    OUTSIDE_APPS,
    text(/\bprocess\.(env|argv)\b|['"](node:)?process['"]/),
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
];

/** @param {string} path @param {string} source @returns {string[]} what is wrong with one file */
export function violations(path, source) {
  return RULES.filter(({ where }) => where.test(path)).flatMap(({ name, find, verb }) =>
    find(source).map(found => `${path}: ${name}, but this ${verb} ${found}`),
  );
}

function rule(name, where, find, verb) {
  return { name, where, find, verb };
}

function imports(pattern) {
  return source =>
    [...source.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/g)]
      .map(match => match[1])
      .filter(name => pattern.test(name));
}

function text(pattern) {
  return source => source.match(pattern)?.slice(0, 1) ?? [];
}

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist', 'suite', 'results'].includes(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.ts$/.test(entry.name) && !/\.(test|d)\.ts$/.test(entry.name)) yield path;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = ['packages', 'worlds', 'apps', 'examples'].flatMap(name =>
    [...sources(join(ROOT, name))].flatMap(path =>
      violations(relative(ROOT, path).split(sep).join('/'), readFileSync(path, 'utf8')),
    ),
  );
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exit(1);
  console.log(`layers: ${RULES.length} rules hold`);
}
