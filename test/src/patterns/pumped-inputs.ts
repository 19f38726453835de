import type { AST } from '@eslint-community/regexpp';
import { visitRegExpAST } from '@eslint-community/regexpp';
import { characterTest, isCharacter } from './backtracking.js';

/** A text that grows: something before, parts that are repeated, something behind. */
export interface Pump {
  readonly before: string;
  readonly part: string;
  readonly between: string;
  readonly second: string;
  readonly behind: string;
}

/** Characters in addition to those of the expression: blanks, quotes, brackets, signs. */
const COMMON = [...'a01b_ \n\t."\'(){}[]/\\,;:=-+*<>A\u0000\u2028é'].map(each => each.charCodeAt(0));
/** All pairs of so many kinds of characters are parts, all slices of so many elements, all pairs of so many quantifiers. */
const MAX_PAIRED = 9;
const MAX_SLICED = 10;
const MAX_QUANTIFIERS = 12;
const MAX_PARTS = 600;
const MAX_ENDS = 12;
const MAX_REPEATED = 20;

/** How a word is made of a part: which character of those that fit, and whether what may be absent is there. */
interface Manner {
  readonly choose: (fitting: readonly string[]) => string;
  readonly isLean: boolean;
}
/** `isNeeded`: the outermost part is there, also where words are lean. */
type Words = (node: AST.Node, manner: Manner, isNeeded?: boolean) => string;

/** The length of a text is about `size`. */
export function pumped({ before, part, between, second, behind }: Pump, size: number): string {
  const parts = second === '' ? 1 : 2;
  const repeated = (text: string) => text.repeat(Math.ceil(size / parts / text.length));
  return before + repeated(part) + between + (second === '' ? '' : repeated(second)) + behind;
}

/** The growing texts that fit the parts of an expression. */
export function* pumpsOf(literal: AST.RegExpLiteral): Iterable<Pump> {
  const kinds = kindsOfCharacters(literal);
  const characters = [...kinds.keys()];
  const shared = (fitting: readonly string[]) => best(fitting, each => kinds.get(each) ?? 0);
  const rarest = (fitting: readonly string[]) => best(fitting, each => -(kinds.get(each) ?? 0));
  const [full, plain, lean]: readonly Manner[] = [
    { choose: shared, isLean: false },
    { choose: rarest, isLean: false },
    { choose: rarest, isLean: true },
  ] as const;
  const manners = [full, plain, lean] as readonly [Manner, Manner, Manner];
  const words = wordsOf(literal, characters);
  const quantifiers: AST.Quantifier[] = [];
  const alternatives: AST.Alternative[] = [];
  visitRegExpAST(literal, {
    onQuantifierEnter: node => void quantifiers.push(node),
    onAlternativeEnter: node => void alternatives.push(node),
  });
  const rare = rarest(characters);
  const paths = manners.flatMap(manner => quantifiers.map(each => pathTo(each, words, manner)));
  const starts = new Set(['', rare, ...paths]);
  const whole = words(literal.pattern, manners[0]);
  const ends = new Set(['', rare, '\n', whole + rare, ...characters.slice(0, MAX_ENDS)]);
  const one = (before: string, part: string, behind: string): Pump => ({
    before,
    part,
    between: '',
    second: '',
    behind,
  });

  const short = new Set(characters);
  for (const { element } of quantifiers) {
    for (const manner of manners) short.add(words(element, manner));
    short.add(words(element, manners[0]) + words(element, manners[1]));
  }
  for (const part of nonEmpty(short))
    for (const before of starts) for (const behind of ends) yield one(before, part, behind);

  const long = new Set<string>();
  if (characters.length <= MAX_PAIRED)
    for (const each of characters) for (const other of characters) long.add(each + other);
  for (const manner of manners)
    for (const { elements } of alternatives)
      for (const slice of slicesOf(elements.slice(0, MAX_SLICED))) {
        const word = slice.map((each, index) => words(each, manner, index === slice.length - 1)).join('');
        long.add(word).add(word + rare);
      }
  for (const part of nonEmpty(long))
    for (const before of new Set(['', rare, ...paths.slice(0, 3)]))
      for (const behind of ['', rare]) yield one(before, part, behind);

  for (const manner of manners)
    for (const [first, other] of pairsOf(quantifiers.slice(0, MAX_QUANTIFIERS))) {
      const [start, path] = [pathTo(first, words, manner), pathTo(other, words, manner)];
      const [part, second] = [words(first.element, manner), words(other.element, manner)];
      if (part === '' || second === '') continue;
      const between = path.startsWith(start) ? path.slice(start.length) : '';
      for (const behind of ['', rare, '\n']) yield { before: start, part, between, second, behind };
    }
}

function nonEmpty(parts: ReadonlySet<string>): readonly string[] {
  return [...parts].filter(part => part !== '').slice(0, MAX_PARTS);
}

function* slicesOf<Each>(elements: readonly Each[]): Iterable<readonly Each[]> {
  for (let from = 0; from < elements.length; from++)
    for (let to = from + 1; to <= elements.length; to++) yield elements.slice(from, to);
}

function* pairsOf<Each>(elements: readonly Each[]): Iterable<readonly [Each, Each]> {
  for (const [index, one] of elements.entries())
    for (const other of elements.slice(index + 1)) yield [one, other];
}

function best(values: readonly string[], rank: (value: string) => number): string {
  return values.reduce((one, other) => (rank(other) > rank(one) ? other : one), values[0] ?? '');
}

/** One character for each combination of parts that accept it, with their number. */
function kindsOfCharacters(literal: AST.RegExpLiteral): ReadonlyMap<string, number> {
  const nodes = new Map<string, AST.Node>();
  const codes = new Set(COMMON);
  const add = (node: AST.Node) => {
    if (node.parent?.type !== 'CharacterClass' && node.parent?.type !== 'CharacterClassRange')
      nodes.set(node.raw, node);
  };
  visitRegExpAST(literal, {
    onCharacterEnter: node => {
      codes.add(node.value);
      add(node);
    },
    onCharacterClassRangeEnter: node => {
      codes.add(node.min.value).add(node.max.value);
    },
    onCharacterClassEnter: add,
    onCharacterSetEnter: add,
    onExpressionCharacterClassEnter: add,
  });
  const tests = [...nodes.values()].map(node => characterTest(node, literal.flags));
  const kinds = new Map<string, [string, number]>();
  for (const code of codes) {
    if (code > 0xffff) continue;
    const fits = tests.map(test => test(code));
    // Boundaries of words tell letters from other characters.
    const kind = `${fits.map(Number).join('')}${/\w/.test(String.fromCharCode(code))}${code === 10}`;
    if (!kinds.has(kind)) kinds.set(kind, [String.fromCharCode(code), fits.filter(Boolean).length]);
  }
  return new Map(kinds.values());
}

/** A word that a part accepts; of look-arounds none. */
function wordsOf(literal: AST.RegExpLiteral, characters: readonly string[]): Words {
  const tests = new Map<string, readonly string[]>();
  const fitting = (node: AST.Node) => {
    let known = tests.get(node.raw);
    if (known === undefined) {
      const test = characterTest(node, literal.flags);
      known = characters.filter(each => test(each.charCodeAt(0)));
      if (known.length === 0 && node.type === 'Character') known = [String.fromCodePoint(node.value)];
      tests.set(node.raw, known);
    }
    return known;
  };
  const words: Words = (node, manner, isNeeded = false) => {
    if (isCharacter(node)) return manner.choose(fitting(node));
    if (node.type === 'Quantifier') {
      const least = manner.isLean && !isNeeded ? 0 : 1;
      return words(node.element, manner, isNeeded).repeat(Math.max(least, Math.min(node.min, MAX_REPEATED)));
    }
    if (node.type === 'Alternative') return node.elements.map(each => words(each, manner)).join('');
    if (node.type === 'Group' || node.type === 'CapturingGroup' || node.type === 'Pattern')
      return words(node.alternatives[0] as AST.Alternative, manner);
    return '';
  };
  return words;
}

/** A word that leads to a quantifier. */
function pathTo(node: AST.Node, words: Words, manner: Manner): string {
  let path = '';
  for (let each: AST.Node | null = node; each !== null; each = each.parent) {
    const { parent }: { parent: AST.Node | null } = each;
    if (parent?.type !== 'Alternative') continue;
    const index = parent.elements.indexOf(each as AST.Element);
    path =
      parent.elements
        .slice(0, index)
        .map(before => words(before, manner))
        .join('') + path;
  }
  return path;
}
