import { withoutSecrets } from '@worldwire/server/kit';
import { MASK, maskedText } from '../../port/credentials.js';
import type { SearchHit } from '../../port/operations.js';
import type { Use } from '../index/package-words.js';

const MAX_LINES = 8;
const MAX_TEXT = 120;

/** Hits of each path with the places in it, in the order of their ranks. */
export class FoundPlaces {
  readonly #hits = new Map<string, Hit>();
  /** Lines of files that hits have already. */
  readonly #lines = new Set<string>();
  readonly #maxLines: number;

  /** `maxLines`: places that are shown of each path. */
  constructor(maxLines = MAX_LINES) {
    this.#maxLines = maxLines;
  }

  /** What looks like a secret is masked: the name beside it may be in the line. */
  add(path: string, className: string, found: string, rank: number): void {
    const line = withoutSecrets(found, { code: true, mask: MASK });
    const hit = this.#hits.get(path) ?? { class: className, rank, lines: new Map<string, number>() };
    this.#hits.set(path, hit);
    hit.rank = Math.min(hit.rank, rank);
    hit.lines.set(line, (hit.lines.get(line) ?? 0) + 1);
  }

  /** Whether a line of a file is in no hit yet. It counts as one from then on. */
  isNewLine(file: string, line: number): boolean {
    const { size } = this.#lines;
    return this.#lines.add(`${file}:${line}`).size > size;
  }

  get size(): number {
    return this.#hits.size;
  }

  has(path: string): boolean {
    return this.#hits.has(path);
  }

  /** Declarations first, then uses in graphs, then others. */
  sorted(): readonly SearchHit[] {
    const all = [...this.#hits].sort(([a, one], [b, other]) => one.rank - other.rank || (a < b ? -1 : 1));
    return all.map(([path, { class: className, lines }]) => {
      const where = [...lines].map(([line, times]) => (times > 1 ? `${line} (${times} times)` : line));
      return {
        path,
        class: className,
        where: where.slice(0, this.#maxLines),
        ...(where.length > this.#maxLines && { more: where.length - this.#maxLines }),
      };
    });
  }
}

interface Hit {
  readonly class: string;
  rank: number;
  readonly lines: Map<string, number>;
}

export const RANKS = { declared: 0, used: 1, named: 2, line: 3 } as const;

/** A use as a line: "EventGraph: calls Fire (Weapon)". */
export function useLine({ kind, name, place, of }: Use): string {
  const where = place === undefined || place === '' ? '' : `${place}: `;
  const by = of === undefined || of === '' ? '' : ` (${of})`;
  // The pin that has the text may be that of a password.
  const shown = kind === 'text' ? maskedText(of ?? '', name) : name;
  return `${where}${VERBS[kind](shown)}${by}`;
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
}

const VERBS: Readonly<Record<Use['kind'], (name: string) => string>> = {
  calls: name => `calls ${name}`,
  binds: name => `binds ${name}`,
  event: name => `implements the event ${name}`,
  function: name => `declares the function ${name}`,
  sets: name => `sets ${name}`,
  gets: name => `gets ${name}`,
  variable: name => `declares the variable ${name}`,
  default: name => `class default of ${name}`,
  casts: name => `casts to ${name}`,
  class: name => `refers to the class ${name}`,
  object: name => `value ${name}`,
  tag: name => `tag ${name}`,
  text: quoted,
  implements: name => `implements the interface ${name}`,
};
