/** Counts the revisions of answers: each must occur once, without a gap. */
export class RevisionTally {
  #seen = new Set();
  #lowest = Number.POSITIVE_INFINITY;
  #highest = Number.NEGATIVE_INFINITY;

  add(revision) {
    if (this.#seen.has(revision)) return false;
    this.#seen.add(revision);
    this.#lowest = Math.min(this.#lowest, revision);
    this.#highest = Math.max(this.#highest, revision);
    return true;
  }

  get summary() {
    const { size: count } = this.#seen;
    return count === 0 ? { count } : { count, lowest: this.#lowest, highest: this.#highest };
  }
}

export function gapIn({ count, lowest, highest }, before, after) {
  if (after - before !== count) return `${count} commands were answered, but ${after - before} were recorded`;
  if (count === 0 || (lowest === before + 1 && highest === after)) return undefined;
  return `answers have the revisions ${lowest} to ${highest}, the log has ${before + 1} to ${after}`;
}
