import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, type Page, pages, ROOT } from './pages.js';

const WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';
const NUMBERS = new Map(WORDS.split(' ').map((word, number) => [word, number]));
const COUNT = new RegExp(
  `\\b(\\d[\\d,]*|${[...NUMBERS.keys()].slice(2).join('|')})\\s+(tools|commands|clients|folders|worlds|packages|bridges|stores|wires|rules|sources|engines|operations)\\b`,
  'gi',
);

/** A sentence with a count: the first group is the number that the code has. */
export interface Claim {
  readonly page: string;
  readonly sentence: RegExp;
  readonly count: number;
}

/** Numbers that count nothing of the code, such as limits and measurements, with the text around them. */
export interface Other {
  readonly page: string;
  readonly text: RegExp;
}

/** The documentation with the README files of all packages. */
export function documents(): readonly Page[] {
  const known = pages();
  const readmes = ['packages', 'worlds', 'apps']
    .flatMap(top => foldersOf(top).map(name => `${top}/${name}/README.md`))
    .concat('packages/uasset/fixtures/README.md')
    .filter(path => existsSync(join(ROOT, path)) && !known.some(page => page.path === path));
  return [...known, ...readmes.map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))];
}

/** Claims that are missing or have another number than the code, and counts that are no claim. */
export function countFaults(
  documentation: readonly Page[],
  claims: readonly Claim[],
  others: readonly Other[],
): string[] {
  const faults: string[] = [];
  const covered = new Set<string>();
  for (const { page, sentence, count } of claims) {
    const text = documentation.find(({ path }) => path === page)?.text ?? '';
    const match = new RegExp(sentence, `${sentence.flags}d`).exec(text);
    if (match?.indices?.[1] === undefined) {
      faults.push(`${page}: the sentence ${sentence} is missing`);
      continue;
    }
    covered.add(`${page} ${match.indices[1][0]}`);
    if (numberOf(match[1]!) !== count) faults.push(`${page}: "${match[0]}", but the code has ${count}`);
  }
  for (const { path, text } of documentation)
    for (const match of text.matchAll(COUNT)) {
      if (covered.has(`${path} ${match.index}`)) continue;
      const around = text.slice(Math.max(0, match.index - 60), match.index + match[0].length + 60);
      if (others.some(other => other.page === path && other.text.test(around))) continue;
      faults.push(`${path}: "${match[0].replace(/\s+/, ' ')}" is compared with nothing`);
    }
  return faults;
}

/** Sentences about imports of packages that do not agree with their package.json. */
export function importFaults(documentation: readonly Page[]): string[] {
  const faults: string[] = [];
  for (const { path, text } of documentation) {
    const own = /^((?:packages|worlds|apps)\/[^/]+)\/README\.md$/.exec(path)?.[1];
    const said = own === undefined ? undefined : /has no dependencies|depends on (`[^`]+`) alone/.exec(text);
    if (said !== null && said !== undefined) {
      const wanted = said[1] === undefined ? [] : [said[1].slice(1, -1)];
      const has = dependenciesOf(own!);
      if (has.join() !== wanted.join())
        faults.push(`${path}: "${said[0]}", but it depends on ${has.join(', ')}`);
    }
    for (const [bullet] of text.matchAll(/^- .*(?:\n {2}.*)*/gm))
      for (const clause of bullet.replaceAll(/\s+/g, ' ').split('; ')) {
        const [, list, only] =
          /^(.*?) imports? (?:no other package|no `node:` module and no other package|(`packages\/\w+`) alone)/.exec(
            clause,
          ) ?? [];
        for (const [, name] of list?.matchAll(/`(packages\/\w+)`/g) ?? []) {
          const has = dependenciesOf(name!).filter(each => each.startsWith('@worldwire/'));
          const wanted = only?.replace('`packages/', '@worldwire/').replace('`', '') ?? '';
          if (has.join() !== wanted)
            faults.push(`${path}: "${clause}", but ${name} depends on ${has.join(', ')}`);
        }
      }
  }
  return faults;
}

function dependenciesOf(folder: string): readonly string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(dependencies);
}

function numberOf(text: string): number {
  return NUMBERS.get(text.toLowerCase()) ?? Number(text.replaceAll(',', ''));
}
