import type { TimeSlice } from '../../work/time-slice.js';

/** A text in the code. */
export interface Literal {
  readonly at: number;
  readonly text: string;
}

export interface CppText {
  /** The code, with spaces in place of comments, texts and lines of the preprocessor. Offsets are those of the file. */
  readonly code: string;
  readonly literals: readonly Literal[];
}

const MAX_LITERAL = 300;
/** Characters between two checks of the time slice. */
const PIECE = 16 * 1024;
const MAX_PIECES = 4_096;
const RAW = /R"([^\s()\\]{0,16})\(/y;
const CHARACTER = /'(?:\\.|[^'\\\n]){1,8}'/y;
const INCLUDE = /^#[ \t]*include/;
const WORD = /\w/;
const LINE_END = /[\n\r\u2028\u2029]/;

/** Removes from C++ code what is not a declaration. */
export async function cppText(text: string, slice: TimeSlice): Promise<CppText> {
  const parts = new CppParts(text);
  while (parts.goOn(PIECE)) if (slice.isOverAfter(PIECE)) await slice.yieldToEventLoop();
  const code: string[] = [];
  let pieces: string[] = [];
  let done = 0;
  for (const { start, end } of parts.found) {
    pieces.push(text.slice(done, start));
    // Many small pieces take long to join.
    if (pieces.length > MAX_PIECES) {
      code.push(pieces.join(''));
      pieces = [];
    }
    for (let from = start; from < end; from += PIECE) {
      const part = text.slice(from, Math.min(end, from + PIECE));
      pieces.push(blank(part));
      if (slice.isOverAfter(part.length)) await slice.yieldToEventLoop();
    }
    done = end;
  }
  pieces.push(text.slice(done));
  return { code: code.concat(pieces).join(''), literals: parts.literals };
}

/** As long, with the same lines. */
function blank(part: string): string {
  return part.replace(/[^\n]+/g, line => ' '.repeat(line.length));
}

/** Finds the parts that are not code. It can stop after any character of a text, or at the end of a part. */
class CppParts {
  readonly found: { readonly start: number; end: number }[] = [];
  readonly literals: Literal[] = [];
  readonly #text: string;
  #at = 0;
  /** The start of the line, if there are only blanks between it and this place. */
  #indented: number | undefined = 0;
  /** The start of the text that is not read to its end. */
  #open: number | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads so many characters more. False at the end of the text. */
  goOn(count: number): boolean {
    const stop = Math.min(this.#text.length, this.#at + count);
    while (this.#at < stop) {
      if (this.#open === undefined) this.#next();
      else this.#quoted(this.#open, stop);
    }
    if (this.#at < this.#text.length) return true;
    if (this.#open !== undefined) this.#endQuote(this.#open, this.#at);
    return false;
  }

  #next(): void {
    const [text, at] = [this.#text, this.#at];
    switch (text[at]) {
      case '/':
        if (text[at + 1] === '/') return this.#part(at, lineEnd(text, at));
        if (text[at + 1] === '*') return this.#part(at, behind(text, '*/', at + 2));
        break;
      case '"':
        this.#open = at;
        this.#at++;
        return;
      case "'": {
        const end = matchEnd(CHARACTER, text, at);
        if (end !== undefined) return this.#part(at, end);
        break;
      }
      case 'R': {
        const open = WORD.test(text[at - 1] ?? '') ? undefined : matchEnd(RAW, text, at);
        if (open !== undefined)
          return this.#part(at, behind(text, `)${text.slice(at + 2, open - 1)}"`, open));
        break;
      }
      case '#':
        if (this.#indented !== undefined) return this.#directive(this.#indented, at);
        break;
      case ' ':
      case '\t':
        this.#at++;
        return;
    }
    this.#at++;
    this.#indented = LINE_END.test(text[at] as string) ? this.#at : undefined;
  }

  #part(start: number, end: number): void {
    this.found.push({ start, end });
    this.#at = end;
    this.#indented = LINE_END.test(this.#text[end - 1] as string) ? end : undefined;
  }

  /** Goes on in a text that began at `start`. */
  #quoted(start: number, stop: number): void {
    for (; this.#at < stop; this.#at++) {
      const letter = this.#text[this.#at];
      if (letter === '"') return this.#endQuote(start, this.#at + 1);
      if (letter === '\n' || (letter === '\\' && this.#at + 1 === this.#text.length))
        return this.#endQuote(start, this.#at);
      if (letter === '\\') this.#at++;
    }
  }

  #endQuote(start: number, end: number): void {
    const isClosed = end > start + 1 && this.#text[end - 1] === '"';
    const literal = this.#text.slice(start + 1, isClosed ? end - 1 : end);
    if (literal !== '') this.literals.push({ at: start, text: literal.slice(0, MAX_LITERAL) });
    this.#open = undefined;
    this.#part(start, end);
  }

  /** Directives may have texts: #define DOOR "/Game/BP_Door". An #include is not a use. */
  #directive(start: number, at: number): void {
    const end = lineEnd(this.#text, at);
    const directive = this.#text.slice(at, end);
    // A text without an end goes as far as it can, so that nothing is searched twice.
    if (!INCLUDE.test(directive))
      for (const { index, 1: literal = '', 2: close } of directive.matchAll(/"((?:\\.|[^"\\\n])*)("?)/g))
        if (close !== '') this.literals.push({ at: at + index, text: literal.slice(0, MAX_LITERAL) });
    this.#part(start, end);
  }
}

/** A backslash at the end of a line continues it. */
function lineEnd(text: string, at: number): number {
  for (let end = text.indexOf('\n', at); end >= 0; end = text.indexOf('\n', end + 1)) {
    const last = text[end - 1] === '\r' ? end - 2 : end - 1;
    if (text[last] !== '\\') return end;
  }
  return text.length;
}

/** The offset behind a mark, or the end of the text. */
function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
