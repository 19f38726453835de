import { PackageError } from '@worldwire/uasset';

/** Counts what a reader reads, and what it notes. */
export class Tally {
  costs = [];
  #counts = new Map();
  #notes = new Map();

  count(name, by = 1) {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }

  note(text, example) {
    const kind = text.replace(/\d+/g, 'N');
    const known = this.#notes.get(kind);
    if (known === undefined) this.#notes.set(kind, { times: 1, example });
    else known.times++;
  }

  /** Undefined where it cannot be read, which is a note; or where it fails in another way, which is an internal error. */
  async tried(file, what, read) {
    try {
      return await read();
    } catch (error) {
      const expected = error instanceof PackageError;
      if (!expected) this.count('internal errors');
      this.note(`${what}: ${expected ? `${error.kind}: ${error.message}` : error?.stack}`, file);
      return undefined;
    }
  }

  print({ slowest, notes: shownNotes }) {
    const counts = this.#counts;
    if (!counts.has('internal errors')) counts.set('internal errors', 0);
    for (const [name, times] of [...counts].sort(([a], [b]) => a.localeCompare(b)))
      console.log(`${String(times).padStart(9)}  ${name}`);
    const share = (part, whole) => {
      const [a, b] = [counts.get(part) ?? 0, counts.get(whole) ?? 0];
      if (b > 0) console.log(`${((a / b) * 100).toFixed(3).padStart(9)}  % ${part}`);
    };
    share('exports without a note', 'exports');
    for (const era of ['4.13 and newer', '4.12 and older'])
      share(`K2 nodes with pins, ${era}`, `K2 nodes, ${era}`);
    share('wire ends seen from both ends', 'wire ends');
    share('textures with a picture', 'textures');
    share('packages with a thumbnail', 'packages with a thumbnail table');
    this.costs.sort((a, b) => b.ms - a.ms);
    for (const { ms, file } of this.costs.slice(0, slowest))
      console.log(`${ms.toFixed(0).padStart(9)}  ms of CPU time for ${file}`);
    const notes = [...this.#notes].sort(([, a], [, b]) => b.times - a.times);
    for (const [text, { times, example }] of notes.slice(0, shownNotes))
      console.log(`${String(times).padStart(9)}  ${text}\n           ${example}`);
  }
}
