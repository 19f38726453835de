/** A line of a TOML document that is not blank and not a comment: a header, or a key with its value. */
export interface Statement {
  readonly kind: 'table' | 'tables' | 'pair';
  readonly path: readonly string[];
  readonly start: number;
  /** The position after its last character. A comment behind it is not part of it. */
  readonly end: number;
}

/** Finds the statements of a document that is known to be TOML. */
export function scanToml(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  for (let at = skipBlank(text, 0); at < text.length; at = skipBlank(text, at)) {
    const statement = text[at] === '[' ? header(text, at) : pair(text, at);
    statements.push(statement);
    at = statement.end;
  }
  return statements;
}

function header(text: string, start: number): Statement {
  const isList = text[start + 1] === '[';
  const { path, end } = keyPath(text, start + (isList ? 2 : 1));
  return { kind: isList ? 'tables' : 'table', path, start, end: end + (isList ? 2 : 1) };
}

function pair(text: string, start: number): Statement {
  const { path, end } = keyPath(text, start);
  return { kind: 'pair', path, start, end: valueEnd(text, end + 1) };
}

/** Reads a dotted key. */
function keyPath(text: string, start: number): { readonly path: readonly string[]; readonly end: number } {
  const path: string[] = [];
  for (let at = skipSpace(text, start); ; ) {
    const quoted = text[at] === '"' || text[at] === "'";
    const end = quoted ? stringEnd(text, at) : wordEnd(text, at);
    path.push(quoted ? unquoted(text.slice(at, end)) : text.slice(at, end));
    const next = skipSpace(text, end);
    if (text[next] !== '.') return { path, end: next };
    at = skipSpace(text, next + 1);
  }
}

/** Strings may contain brackets and line breaks, and arrays line breaks. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  let end = start;
  for (let at = start; at < text.length; ) {
    const letter = text[at] as string;
    if (letter === '\n' && depth === 0) break;
    if (letter === '#') {
      if (depth === 0) break;
      at = lineEnd(text, at);
      continue;
    }
    if (letter === '[' || letter === '{') depth++;
    if (letter === ']' || letter === '}') depth--;
    at = letter === '"' || letter === "'" ? stringEnd(text, at) : at + 1;
    if (!/\s/.test(letter)) end = at;
  }
  return end;
}

function stringEnd(text: string, start: number): number {
  const quote = text[start] as string;
  const fence = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  let at = start + fence.length;
  while (at < text.length && !text.startsWith(fence, at)) at += text[at] === '\\' && quote === '"' ? 2 : 1;
  at += fence.length;
  // A string in three quotes may end in one or two more.
  while (fence.length === 3 && text[at] === quote) at++;
  return at;
}

function unquoted(key: string): string {
  if (key.startsWith("'")) return key.slice(1, -1);
  try {
    return JSON.parse(key) as string;
  } catch {
    // An escape that JSON does not have. Keys of setup have none.
    return key;
  }
}

function wordEnd(text: string, start: number): number {
  let at = start;
  while (/[\w-]/.test(text[at] ?? '')) at++;
  return at;
}

function skipBlank(text: string, start: number): number {
  let at = start;
  while (/[\s#]/.test(text[at] ?? '')) at = text[at] === '#' ? lineEnd(text, at) : at + 1;
  return at;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}
