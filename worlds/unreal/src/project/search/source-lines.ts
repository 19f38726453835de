import { extname } from 'node:path';
import { withoutSecrets } from '@worldwire/server/kit';
import { MASK, settingMask } from '../../port/credentials.js';
import type { TimeSlice } from '../../work/time-slice.js';
import type { SourceText } from '../code/source-texts.js';

/** Characters of a line that are searched, and of the code before it that may say that it has a secret. */
const MAX_LINE = 4_000;
const MAX_BEFORE = 200;
/** Characters of a line that are shown. */
const MAX_SHOWN = 160;
/** Lines of one search. */
export const MAX_LINES = 5_000;
/** Characters between two checks of the time slice. */
const PIECE = 64 * 1024;
const LETTER = /[\p{L}\p{N}_]/u;
const INI = /\.ini$/i;
const CODE = /\.(h|hh|hpp|hxx|inl|c|cc|cpp|cxx|m|mm|cs|java|py|lua|js|ts|usf|ush|hlsl)$/i;
const PRIVATE_KEY = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY/g;

export interface FoundLine {
  readonly file: string;
  readonly line: number;
  /** Without secrets. */
  readonly text: string;
  /** Whether the searched text is no part of a longer word. */
  readonly isWord: boolean;
}

export interface FoundLines {
  readonly lines: readonly FoundLine[];
  /** Lines of which only the first characters are searched. */
  readonly long: number;
  /** Whether there are more lines than a search has. */
  readonly isCut: boolean;
}

/** The lines of source files that contain one of some texts in lower case. What is masked is not found. */
export async function findLines(
  files: readonly SourceText[],
  wanted: readonly string[],
  slice: TimeSlice,
): Promise<FoundLines> {
  const lines: FoundLine[] = [];
  let long = 0;
  for (const source of files) {
    const text = await source.read();
    if (text === undefined || !(await mayContain(text, wanted, slice))) continue;
    const masked = new MaskedLines(source.file, text);
    for (let start = 0, line = 1; start <= text.length; line++) {
      const newline = text.indexOf('\n', start);
      const end = newline < 0 ? text.length : newline;
      const searched = Math.min(end, start + MAX_LINE);
      if (end - start > MAX_LINE) long++;
      if (slice.isOverAfter(end - start + 1)) await slice.yieldToEventLoop();
      masked.pass(start, searched);
      const found = placeIn(text.slice(start, searched), wanted) && masked.shown(start, searched);
      const place = found === undefined ? undefined : placeIn(found, wanted);
      if (found !== undefined && place !== undefined) {
        if (lines.length >= MAX_LINES) return { lines, long, isCut: true };
        lines.push({ file: source.file, line, text: around(found, place.at), isWord: place.isWord });
      }
      start = end + 1;
    }
  }
  return { lines, long, isCut: false };
}

/** "C++ file", "Settings", or the extension. */
export function classOfFile(file: string): string {
  if (INI.test(file)) return 'Settings';
  if (/\.(h|hh|hpp|hxx|inl|c|cc|cpp|cxx)$/i.test(file)) return 'C++ file';
  return `${extname(file)} file`;
}

/** Most files have none of the texts, so that their lines need not be separated. */
async function mayContain(text: string, wanted: readonly string[], slice: TimeSlice): Promise<boolean> {
  const overlap = Math.max(...wanted.map(({ length }) => length));
  for (let from = 0; from < text.length; from += PIECE) {
    if (slice.isOverAfter(Math.min(PIECE, text.length - from))) await slice.yieldToEventLoop();
    if (placeIn(text.slice(from, from + PIECE + overlap), wanted) !== undefined) return true;
  }
  return false;
}

/** The first place as a whole word, or else the first one. */
function placeIn(
  text: string,
  wanted: readonly string[],
): { readonly at: number; readonly isWord: boolean } | undefined {
  const folded = text.toLowerCase();
  let first: number | undefined;
  for (const each of wanted) {
    for (let at = folded.indexOf(each); at >= 0; at = folded.indexOf(each, at + each.length)) {
      first ??= at;
      if (!LETTER.test(folded[at - 1] ?? '') && !LETTER.test(folded[at + each.length] ?? ''))
        return { at, isWord: true };
    }
  }
  return first === undefined ? undefined : { at: first, isWord: false };
}

/** The lines of one file in order, without what looks like a secret: by its form, or by a name in it or before it. */
class MaskedLines {
  readonly #file: string;
  readonly #text: string;
  #setting = settingMask('');
  #isInKey = false;
  /** Whether the line that was passed last has a part of a private key. */
  #hasKey = false;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  /** Every line is passed, because it may begin a section or a key. */
  pass(start: number, end: number): void {
    const line = this.#text.slice(start, end);
    const section = INI.test(this.#file) ? /^\[([^\]]*)\]\s*$/.exec(line)?.[1] : undefined;
    if (section !== undefined) this.#setting = settingMask(section);
    const wasInKey = this.#isInKey;
    if (line.includes('PRIVATE KEY'))
      for (const [, mark] of line.matchAll(PRIVATE_KEY)) this.#isInKey = mark === 'BEGIN';
    this.#hasKey = wasInKey || this.#isInKey;
  }

  shown(start: number, end: number): string {
    if (this.#hasKey) return MASK;
    const line = this.#text.slice(start, end);
    if (INI.test(this.#file)) return this.#ofSetting(line);
    const before = this.#text.slice(Math.max(0, start - MAX_BEFORE), start);
    const statement = before.slice(before.lastIndexOf(';') + 1);
    const masked = withoutSecrets(statement + line, { code: CODE.test(this.#file), mask: MASK });
    // A secret over several lines is one mask.
    const count = (text: string) => text.split('\n').length;
    return count(masked) === count(statement) ? masked.slice(masked.lastIndexOf('\n') + 1) : MASK;
  }

  #ofSetting(line: string): string {
    const equals = line.indexOf('=');
    const key = line.slice(0, Math.max(0, equals));
    const value = this.#setting(key.replace(/^\s*[-+!.;]?/, '').trim(), line.slice(equals + 1));
    return withoutSecrets(equals < 0 ? value : `${key}=${value}`, { mask: MASK });
  }
}

/** The part of a line around a place in it. */
function around(line: string, at: number): string {
  const blanks = line.length - line.trimStart().length;
  const from = at - blanks < MAX_SHOWN / 2 ? blanks : at - MAX_SHOWN / 2;
  const part = line.slice(from, from + MAX_SHOWN);
  const rest = line.slice(from + MAX_SHOWN).trim();
  return `${from > blanks ? '…' : ''}${part.trimEnd()}${rest === '' ? '' : '…'}`;
}
