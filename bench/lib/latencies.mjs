/** Latencies in milliseconds, and their percentiles. */
export class Latencies {
  #values = new Float64Array(1 << 16);
  #count = 0;

  get count() {
    return this.#count;
  }

  add(milliseconds) {
    if (this.#count === this.#values.length) {
      const wider = new Float64Array(this.#count * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.#count++] = milliseconds;
  }

  percentiles(...shares) {
    const sorted = this.#values.slice(0, this.#count).sort();
    return shares.map(share => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  }
}
