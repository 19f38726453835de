/** Counts the revisions that answers carry: each must come once, and none may be left out between two of them. */
export class RevisionTally {
  #seen = new Set();
  #lowest = Number.POSITIVE_INFINITY;
  #highest = Number.NEGATIVE_INFINITY;

  /** @param {number} revision @returns {boolean} false when it came before */
  add(revision) {
    if (this.#seen.has(revision)) return false;
    this.#seen.add(revision);
    this.#lowest = Math.min(this.#lowest, revision);
    this.#highest = Math.max(this.#highest, revision);
    return true;
  }

  /** @returns {Revisions} */
  get summary() {
    const { size: count } = this.#seen;
    return count === 0 ? { count } : { count, lowest: this.#lowest, highest: this.#highest };
  }
}

/** @typedef {{ count: number, lowest?: number, highest?: number }} Revisions of answers, each a different one */

/**
 * @param {Revisions} revisions
 * @param {number} before the revision before the first command
 * @param {number} after the revision behind the last
 * @returns {string | undefined} what is wrong with them
 */
export function gapIn({ count, lowest, highest }, before, after) {
  if (after - before !== count) return `${count} commands were answered, and ${after - before} were recorded`;
  if (count === 0 || (lowest === before + 1 && highest === after)) return undefined;
  return `the revisions of the answers go from ${lowest} to ${highest}, those of the log from ${before + 1} to ${after}`;
}
