const KEPT = 600;

/** The duration of the last frames: their work, and the interval between them. In milliseconds. */
export class FrameTimes {
  #intervals = new Ring(KEPT);
  #work = new Ring(KEPT);

  add(interval: number, work: number): void {
    this.#intervals.add(interval);
    this.#work.add(work);
  }

  clear(): void {
    this.#intervals = new Ring(KEPT);
    this.#work = new Ring(KEPT);
  }

  get count(): number {
    return this.#intervals.count;
  }

  get average(): number {
    return this.#intervals.average();
  }

  get p99(): number {
    return this.#intervals.quantile(0.99);
  }

  get longest(): number {
    return this.#intervals.quantile(1);
  }

  get workP99(): number {
    return this.#work.quantile(0.99);
  }
}

class Ring {
  readonly #values: Float64Array;
  #added = 0;

  constructor(size: number) {
    this.#values = new Float64Array(size);
  }

  get count(): number {
    return Math.min(this.#added, this.#values.length);
  }

  add(value: number): void {
    this.#values[this.#added++ % this.#values.length] = value;
  }

  average(): number {
    if (this.count === 0) return 0;
    return this.#values.subarray(0, this.count).reduce((sum, value) => sum + value, 0) / this.count;
  }

  quantile(part: number): number {
    if (this.count === 0) return 0;
    const sorted = this.#values.slice(0, this.count).sort();
    return sorted[Math.min(this.count - 1, Math.floor(part * this.count))] as number;
  }
}
