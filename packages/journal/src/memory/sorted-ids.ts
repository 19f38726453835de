/** Ids in the order of their code points, which is the order of their UTF-8 bytes in a database. */
export class SortedIds {
  readonly #ids: string[] = [];

  add(id: string): void {
    this.#ids.splice(this.#firstNotBefore(id), 0, id);
  }

  delete(id: string): void {
    const index = this.#firstNotBefore(id);
    if (this.#ids[index] === id) this.#ids.splice(index, 1);
  }

  after(id: string | undefined, limit: number): readonly string[] {
    let start = id === undefined ? 0 : this.#firstNotBefore(id);
    if (id !== undefined && this.#ids[start] === id) start += 1;
    return this.#ids.slice(start, start + limit);
  }

  #firstNotBefore(id: string): number {
    let low = 0;
    let high = this.#ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(this.#ids[middle]!, id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function compare(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const difference = rank(one.charCodeAt(index)) - rank(other.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Surrogates encode the highest code points, but their code units are below U+E000. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
