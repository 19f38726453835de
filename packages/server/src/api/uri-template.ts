/**
 * A URI template of RFC 6570 with the expressions that resources need: `{name}` (one path segment), `{+name}` (the rest)
 * and one `{?a,b}` at the end. Matching takes linear time: each literal is searched once, from the end of the previous one.
 *
 *     new UriTemplate('garden://plants/{id}').match('garden://plants/rose'); // { id: 'rose' }
 */
export class UriTemplate {
  readonly variables: readonly string[];
  readonly #parts: readonly Part[];
  readonly #query: readonly string[];

  constructor(readonly source: string) {
    const parts: Part[] = [];
    const query: string[] = [];
    for (const token of source.split(/(\{[^{}]*\})/)) {
      if (token === '') continue;
      if (query.length > 0) throw new Error(`In "${source}" nothing may follow the query.`);
      if (!token.startsWith('{')) parts.push(literal(token, source));
      else if (token.startsWith('{?')) query.push(...names(token.slice(2, -1), source));
      else {
        if (parts.at(-1)?.kind === 'variable') throw new Error(`In "${source}" two variables touch.`);
        const rest = token.startsWith('{+');
        const [name, second] = names(token.slice(rest ? 2 : 1, -1), source);
        if (second !== undefined) throw new Error(`In "${source}" one expression has two variables.`);
        parts.push({ kind: 'variable', name: name as string, rest });
      }
    }
    this.#parts = parts;
    this.#query = query;
    this.variables = [...parts.flatMap(part => (part.kind === 'variable' ? [part.name] : [])), ...query];
    if (new Set(this.variables).size !== this.variables.length)
      throw new Error(`"${source}" names a variable twice.`);
  }

  match(uri: string): Record<string, string> | undefined {
    const mark = this.#query.length > 0 ? uri.indexOf('?') : -1;
    const path = mark < 0 ? uri : uri.slice(0, mark);
    const found: Record<string, string> = Object.create(null);
    let at = 0;
    for (let index = 0; index < this.#parts.length; index++) {
      const part = this.#parts[index] as Part;
      if (part.kind === 'literal') {
        if (!path.startsWith(part.text, at)) return undefined;
        at += part.text.length;
        continue;
      }
      const next = this.#parts[index + 1];
      let end = path.length;
      if (next?.kind === 'literal') {
        const last = index + 2 === this.#parts.length;
        end = last ? path.length - next.text.length : path.indexOf(next.text, at + 1);
      }
      if (end <= at) return undefined;
      const value = path.slice(at, end);
      if (!part.rest && /[/?#]/.test(value)) return undefined;
      const decoded = decode(value);
      if (decoded === undefined) return undefined;
      found[part.name] = decoded;
      at = end;
    }
    if (at !== path.length) return undefined;
    return mark < 0 || this.#readQuery(uri.slice(mark + 1), found) ? found : undefined;
  }

  #readQuery(text: string, found: Record<string, string>): boolean {
    for (const pair of text.split('&')) {
      if (pair === '') continue;
      const equals = pair.indexOf('=');
      const name = decode(equals < 0 ? pair : pair.slice(0, equals));
      const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
      if (name === undefined || value === undefined || !this.#query.includes(name)) return false;
      found[name] = value;
    }
    return true;
  }
}

type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string; readonly rest: boolean };

function literal(text: string, source: string): Part {
  if (/[{}]/.test(text)) throw new Error(`"${source}" has an unmatched brace.`);
  return { kind: 'literal', text };
}

function names(list: string, source: string): string[] {
  const found = list.split(',');
  for (const name of found) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      throw new Error(`"${source}" has a variable that is not a name: "${name}".`);
  }
  return found;
}

function decode(value: string): string | undefined {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
