import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LISTS = new URL('../list/', import.meta.url);
const REQUIRED = ['name', 'class', 'file', 'find', 'replace', 'tests'];

/** All mutants of the lists, by area. Throws a list of what is wrong with them. */
export async function loadMutants() {
  const areas = readdirSync(LISTS).filter(name => name.endsWith('.mjs'));
  const lists = await Promise.all(
    areas.map(async area =>
      (await import(new URL(area, LISTS))).default.map(mutant => ({ ...mutant, area })),
    ),
  );
  const mutants = lists.flat();
  const problems = mutants.flatMap(problemsOf).concat(repeated(mutants.map(({ name }) => name)));
  if (problems.length > 0) throw new Error(`The list is out of date:\n${problems.join('\n')}`);
  return mutants;
}

/** The source of a mutant's file with its change. */
export function changedSource({ file, find, replace }) {
  return readFileSync(ROOT + file, 'utf8').replace(find, () => replace);
}

function problemsOf(mutant) {
  const { name, file, find, tests = [], area } = mutant;
  const missing = REQUIRED.filter(member => mutant[member] === undefined);
  if (missing.length > 0) return [`${area}: "${name}" lacks ${missing.join(', ')}.`];
  const problems = tests
    .filter(test => !existsSync(ROOT + test))
    .map(test => `${area}: "${name}" names a test file that does not exist: ${test}`);
  if (!existsSync(ROOT + file))
    return [...problems, `${area}: "${name}" names a source that does not exist: ${file}`];
  const found = readFileSync(ROOT + file, 'utf8').split(find).length - 1;
  if (found === 1) return problems;
  return [...problems, `${area}: the text of "${name}" is in ${file} ${found} times instead of once.`];
}

function repeated(names) {
  return names
    .filter((name, index) => names.indexOf(name) < index)
    .map(name => `The name "${name}" stands for more than one mutant.`);
}
