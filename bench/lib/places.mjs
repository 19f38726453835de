/**
 * So many requests at a time, over all connections of the driver: whoever comes when all places are taken waits its turn.
 */
export class Places {
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
