/** Limits the number of concurrent requests over all connections of the driver; others wait in order. */
export class Slots {
  #free;
  #waiting = [];

  constructor(count) {
    this.#free = count;
  }

  take(enter) {
    if (this.#free === 0) return void this.#waiting.push(enter);
    this.#free--;
    enter();
  }

  leave() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
