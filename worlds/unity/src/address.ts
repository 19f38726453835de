/** The pattern of an address such as "unity://object/{id}/children{?limit,offset}". */
export class Address {
  readonly #path: RegExp;
  readonly #places: readonly string[];
  readonly #query: readonly string[];

  constructor(pattern: string) {
    const [path = '', query = ''] = pattern.split('{?');
    const parts = path.split(/\{(\w+)\}/);
    this.#places = parts.filter((_, index) => index % 2 === 1);
    const literals = parts.filter((_, index) => index % 2 === 0);
    this.#path = new RegExp(`^${literals.map(escaped).join('([^/?#]+)')}$`);
    this.#query = query === '' ? [] : query.slice(0, -1).split(',');
  }

  /** What stands in its places and its query, or undefined where the address is another one. */
  match(uri: string): Record<string, string> | undefined {
    const mark = uri.indexOf('?');
    const found = this.#path.exec(mark < 0 ? uri : uri.slice(0, mark));
    if (found === null) return undefined;
    const values: [string, string | undefined][] = this.#places.map((name, index) => [
      name,
      found[index + 1],
    ]);
    for (const pair of mark < 0 ? [] : uri.slice(mark + 1).split('&')) {
      if (pair === '') continue;
      const [name = '', ...value] = pair.split('=');
      if (!this.#query.includes(name)) return undefined;
      values.push([name, value.join('=')]);
    }
    try {
      return Object.fromEntries(values.map(([name, value]) => [name, decodeURIComponent(value ?? '')]));
    } catch {
      return undefined;
    }
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
