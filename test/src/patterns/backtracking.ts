import type { AST } from '@eslint-community/regexpp';

type Instruction =
  | { readonly op: 'character'; readonly fits: (at: number) => boolean }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'save'; readonly register: number }
  | { readonly op: 'progress'; readonly register: number }
  | { readonly op: 'boundary'; readonly kind: 'start' | 'end' | 'word'; readonly isNegated: boolean }
  | { readonly op: 'look'; readonly body: Program; readonly isNegated: boolean }
  | { readonly op: 'reference'; readonly group: number; readonly isBackward: boolean }
  | { readonly op: 'match' };
type Program = readonly (Instruction & { readonly isBackward?: boolean })[];

/** Copies of a counted part. More of them are more of the same. */
const MAX_COPIES = 2_000;
const WORD = /\w/;
const LINE_END = /[\n\r\u2028\u2029]/;

/** Thrown when a match takes more steps than it may. */
export class TooManySteps extends Error {}

/**
 * A backtracking matcher that counts its steps. It tries the same alternatives in the same order as the engine of V8, without
 * the shortcuts of that one: what is linear here is linear there.
 */
export class CountingMatcher {
  readonly #program: Program;
  readonly #flags: string;
  #text = '';
  #steps = 0;
  #limit = 0;

  constructor(literal: AST.RegExpLiteral) {
    this.#flags = literal.flags.raw;
    this.#program = compiled(literal.pattern.alternatives, literal.flags);
  }

  /**
   * The steps of one search, or with `g` of all searches behind each other. A sticky expression is tried where its caller
   * wants it: here at the start, and behind each match.
   */
  steps(text: string, limit: number): number {
    this.#begin(text, limit);
    for (let from = 0; from <= text.length; ) {
      const end = this.#run(this.#program, from, [])?.at;
      if (end === undefined ? this.#flags.includes('y') : !/[gy]/.test(this.#flags)) break;
      from = end !== undefined && end > from ? end : from + 1;
    }
    return this.#steps;
  }

  /** Where the first match ends. */
  firstEnd(text: string): number | undefined {
    this.#begin(text, Number.POSITIVE_INFINITY);
    for (let from = 0; from <= text.length; from++) {
      const found = this.#run(this.#program, from, []);
      if (found !== undefined) return found.at;
    }
    return undefined;
  }

  #begin(text: string, limit: number): void {
    this.#text = text;
    this.#steps = 0;
    this.#limit = limit;
  }

  #run(program: Program, start: number, registers: readonly number[]): State | undefined {
    // Three stacks in place of one of objects, which take twice the time.
    const [pcs, places, kepts] = [[0], [start], [registers]];
    while (pcs.length > 0) {
      let pc = pcs.pop() as number;
      let at = places.pop() as number;
      let kept = kepts.pop() as readonly number[];
      for (;;) {
        if (++this.#steps > this.#limit) throw new TooManySteps();
        const next = program[pc++] as Program[number];
        if (next.op === 'match') return { at, registers: kept };
        if (next.op === 'character') {
          const index = next.isBackward ? at - 1 : at;
          if (index < 0 || index >= this.#text.length || !next.fits(this.#text.charCodeAt(index))) break;
          at = next.isBackward ? at - 1 : at + 1;
        } else if (next.op === 'split') {
          pcs.push(next.second);
          places.push(at);
          kepts.push(kept);
          pc = next.first;
        } else if (next.op === 'jump') pc = next.to;
        else if (next.op === 'save') kept = withValue(kept, next.register, at);
        else if (next.op === 'progress') {
          if (kept[next.register] === at) break;
        } else if (next.op === 'boundary') {
          if (this.#isBoundary(next.kind, at) === next.isNegated) break;
        } else if (next.op === 'look') {
          const found = this.#run(next.body, at, kept);
          if ((found !== undefined) === next.isNegated) break;
          if (found !== undefined && !next.isNegated) kept = found.registers;
        } else {
          const [from, to] = [kept[2 * next.group], kept[2 * next.group + 1]];
          const again = from === undefined || to === undefined ? '' : this.#text.slice(from, to);
          const begin = next.isBackward ? at - again.length : at;
          this.#steps += again.length;
          if (!this.#text.startsWith(again, begin)) break;
          at = next.isBackward ? begin : at + again.length;
        }
      }
    }
    return undefined;
  }

  #isBoundary(kind: 'start' | 'end' | 'word', at: number): boolean {
    const isMultiline = this.#flags.includes('m');
    if (kind === 'start') return at === 0 || (isMultiline && LINE_END.test(this.#text[at - 1] as string));
    if (kind === 'end')
      return at === this.#text.length || (isMultiline && LINE_END.test(this.#text[at] as string));
    return WORD.test(this.#text[at - 1] ?? '') !== WORD.test(this.#text[at] ?? '');
  }
}

interface State {
  readonly at: number;
  /** Two for each group, then one for each loop. */
  readonly registers: readonly number[];
}

function withValue(registers: readonly number[], index: number, value: number): readonly number[] {
  const copy = registers.slice();
  copy[index] = value;
  return copy;
}

/** Whether a character is in a character, set or class, by the engine itself. */
export function characterTest(node: AST.Node, flags: AST.Flags): (code: number) => boolean {
  const kept = flags.raw.replace(/[^iusv]/g, '');
  const pattern = new RegExp(`^(?:${node.raw})$`, kept);
  const known = new Map<number, boolean>();
  return code => {
    let fits = known.get(code);
    if (fits === undefined) {
      fits = pattern.test(String.fromCharCode(code));
      known.set(code, fits);
    }
    return fits;
  };
}

function compiled(alternatives: readonly AST.Alternative[], flags: AST.Flags): Program {
  const compiler = new Compiler(flags);
  compiler.alternatives(alternatives, false);
  return compiler.end();
}

class Compiler {
  readonly #program: Program[number][] = [];
  readonly #flags: AST.Flags;
  readonly #tests: Map<string, (code: number) => boolean>;
  /** Behind the registers of a hundred groups. */
  #register: number;

  constructor(flags: AST.Flags, tests = new Map<string, (code: number) => boolean>(), register = 200) {
    this.#flags = flags;
    this.#tests = tests;
    this.#register = register;
  }

  end(): Program {
    this.#program.push({ op: 'match' });
    return this.#program;
  }

  alternatives(alternatives: readonly AST.Alternative[], isBackward: boolean): void {
    const jumps: { to: number }[] = [];
    for (const [index, alternative] of alternatives.entries()) {
      const split = index < alternatives.length - 1 ? this.#split() : undefined;
      const elements = isBackward ? alternative.elements.toReversed() : alternative.elements;
      for (const element of elements) this.#element(element, isBackward);
      if (split === undefined) continue;
      const jump = { op: 'jump' as const, to: 0 };
      this.#program.push(jump);
      jumps.push(jump);
      split.second = this.#program.length;
    }
    for (const jump of jumps) jump.to = this.#program.length;
  }

  #split(): { first: number; second: number } {
    const split = { op: 'split' as const, first: this.#program.length + 1, second: 0 };
    this.#program.push(split);
    return split;
  }

  #element(node: AST.Element, isBackward: boolean): void {
    if (node.type === 'Quantifier') this.#quantifier(node, isBackward);
    else if (node.type === 'Group') this.alternatives(node.alternatives, isBackward);
    else if (node.type === 'CapturingGroup') this.#group(node, isBackward);
    else if (node.type === 'Assertion') this.#assertion(node);
    else if (node.type === 'Backreference') {
      const target = Array.isArray(node.resolved) ? node.resolved[0] : node.resolved;
      this.#program.push({ op: 'reference', group: groupNumber(target as AST.CapturingGroup), isBackward });
    } else {
      let fits = this.#tests.get(node.raw);
      if (fits === undefined) {
        fits = characterTest(node, this.#flags);
        this.#tests.set(node.raw, fits);
      }
      this.#program.push({ op: 'character', fits, isBackward });
    }
  }

  #group(node: AST.CapturingGroup, isBackward: boolean): void {
    const register = 2 * groupNumber(node);
    const isReferenced = node.references.length > 0;
    if (isReferenced) this.#program.push({ op: 'save', register: register + (isBackward ? 1 : 0) });
    this.alternatives(node.alternatives, isBackward);
    if (isReferenced) this.#program.push({ op: 'save', register: register + (isBackward ? 0 : 1) });
  }

  #assertion(node: AST.Assertion): void {
    if (node.kind !== 'lookahead' && node.kind !== 'lookbehind') {
      this.#program.push({ op: 'boundary', kind: node.kind, isNegated: node.kind === 'word' && node.negate });
      return;
    }
    const isBackward = node.kind === 'lookbehind';
    const compiler = new Compiler(this.#flags, this.#tests, this.#register + 100);
    compiler.alternatives(node.alternatives, isBackward);
    this.#program.push({ op: 'look', body: compiler.end(), isNegated: node.negate });
  }

  #quantifier(node: AST.Quantifier, isBackward: boolean): void {
    for (let count = 0; count < Math.min(node.min, MAX_COPIES); count++)
      this.#element(node.element, isBackward);
    if (node.max === Number.POSITIVE_INFINITY) this.#loop(node, isBackward);
    else this.#optional(node, isBackward);
  }

  #loop(node: AST.Quantifier, isBackward: boolean): void {
    const split = this.#split();
    const start = this.#program.length - 1;
    // A character cannot be empty.
    const register = isCharacter(node.element) ? undefined : this.#register++;
    if (register !== undefined) this.#program.push({ op: 'save', register });
    this.#element(node.element, isBackward);
    if (register !== undefined) this.#program.push({ op: 'progress', register });
    this.#program.push({ op: 'jump', to: start });
    this.#leave([split], node.greedy);
  }

  #optional(node: AST.Quantifier, isBackward: boolean): void {
    const splits: { first: number; second: number }[] = [];
    for (let count = node.min; count < Math.min(node.max, MAX_COPIES); count++) {
      splits.push(this.#split());
      this.#element(node.element, isBackward);
    }
    this.#leave(splits, node.greedy);
  }

  #leave(splits: readonly { first: number; second: number }[], isGreedy: boolean): void {
    for (const split of splits) {
      split.second = this.#program.length;
      if (!isGreedy) [split.first, split.second] = [split.second, split.first];
    }
  }
}

export function isCharacter(node: AST.Node): boolean {
  return /^(Character|CharacterSet|CharacterClass|ExpressionCharacterClass)$/.test(node.type);
}

function groupNumber(group: AST.CapturingGroup): number {
  let root: AST.Node = group;
  while (root.type !== 'RegExpLiteral') root = root.parent as AST.Node;
  const before = root.raw.slice(0, group.start - root.start + 1);
  return (before.match(/\((?!\?(?!<[^=!]))/g) ?? []).length;
}
