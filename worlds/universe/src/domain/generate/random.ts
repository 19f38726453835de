/** Random numbers that depend only on the seed. */
export class Random {
  #state: number;

  constructor(seed: number | string) {
    // FNV-1a, so that texts and neighbouring numbers lead to different sequences.
    let hash = 0x811c9dc5;
    for (const character of String(seed))
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    this.#state = hash >>> 0;
  }

  /** From 0 to less than 1. Mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Evenly in the logarithm, for quantities of several orders of magnitude. */
  logBetween(low: number, high: number): number {
    return low * (high / low) ** this.next();
  }

  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)] as Item;
  }

  /** Mean 0, standard deviation 1. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }
}

const STARTS = [
  'Al',
  'An',
  'Be',
  'Ca',
  'Da',
  'El',
  'Fa',
  'He',
  'Is',
  'Ka',
  'Lu',
  'Ma',
  'Ne',
  'Or',
  'Ra',
  'Sa',
];
const MIDDLES = ['ba', 'de', 'la', 'lo', 'mi', 'ne', 'ra', 'ri', 'sa', 'ta', 'vo', 'zu'];
const ENDS = ['ra', 'ris', 'nis', 'dor', 'lia', 'mon', 'th', 'bar', 'nax', 'os', 'um', 'eth'];

export function properName(random: Random): string {
  return random.pick(STARTS) + random.pick(MIDDLES) + random.pick(ENDS);
}

/** With six significant digits, because more have no meaning and make the log longer. */
export function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
