/** A repeatable source of numbers (mulberry32). */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return below => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Random = (below: number) => number;
type Mutation = (bytes: Uint8Array, random: Random, others: readonly Uint8Array[]) => Uint8Array;

/** Counts and places that no package can have, and some that are just off. */
const ABSURD = [
  -1, -2, 0, 1, 2, 0x7f, 0xff, 0xffff, 0x10000, 0x7fffffff, -0x80000000, 0x40000000, 0x00ffffff,
];

const flipBits: Mutation = (bytes, random) => {
  const copy = bytes.slice();
  for (let left = 1 + random(8); left > 0; left--) copy[random(copy.length)]! ^= 1 << random(8);
  return copy;
};

const truncate: Mutation = (bytes, random) => bytes.slice(0, random(bytes.length));

const writeAbsurd: Mutation = (bytes, random) => {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  for (let left = 1 + random(3); left > 0; left--) {
    const near = random(2) === 0 ? bytes.length + random(9) - 4 : ABSURD[random(ABSURD.length)]!;
    view.setInt32(random(copy.length - 3), near | 0, true);
  }
  return copy;
};

const splice: Mutation = (bytes, random, others) => {
  const other = others[random(others.length)]!;
  const copy = bytes.slice();
  const length = random(Math.min(other.length, copy.length, 512)) + 1;
  const from = random(other.length - length + 1);
  copy.set(other.subarray(from, from + length), random(copy.length - length + 1));
  return copy;
};

const removeOrRepeat: Mutation = (bytes, random) => {
  const at = random(bytes.length);
  const length = random(Math.min(64, bytes.length - at)) + 1;
  const part = bytes.subarray(at, at + length);
  const parts =
    random(2) === 0
      ? [bytes.subarray(0, at), bytes.subarray(at + length)]
      : [bytes.subarray(0, at), part, part, bytes.subarray(at + length)];
  return new Uint8Array(Buffer.concat(parts));
};

const fill: Mutation = (bytes, random) => {
  const copy = bytes.slice();
  const at = random(copy.length);
  copy.fill([0, 0xff, 0x7f, 0x80][random(4)]!, at, at + 1 + random(64));
  return copy;
};

const MUTATIONS = [flipBits, truncate, writeAbsurd, writeAbsurd, splice, removeOrRepeat, fill];

/** One package, changed at random. */
export function mutate(bytes: Uint8Array, random: Random, others: readonly Uint8Array[]): Uint8Array {
  const changed = MUTATIONS[random(MUTATIONS.length)]!(bytes, random, others);
  return changed.length > 4 && random(4) === 0 ? flipBits(changed, random, others) : changed;
}

/** One package with each absurd number at each fourth place of its summary. */
export function* mutateSummary(bytes: Uint8Array, end: number): Generator<Uint8Array> {
  for (let at = 4; at + 4 <= end; at += 4) {
    for (const value of [...ABSURD, bytes.length, bytes.length - 1]) {
      const copy = bytes.slice();
      new DataView(copy.buffer).setInt32(at, value, true);
      yield copy;
    }
  }
}
