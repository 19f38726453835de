import { parseInSlices } from '../../editor/remote/json-in-slices.js';
import { tailLog } from '../../files/log-file.js';
import { tagsIn } from '../../project/code/code-tags.js';
import { declarationsIn, specifierRanges } from '../../project/code/cpp-declarations.js';
import { cppText } from '../../project/code/cpp-text.js';
import { LineNumbers } from '../../project/code/line-numbers.js';
import { findLines } from '../../project/search/source-lines.js';
import { ConfigTexts } from '../../project/settings/config-texts.js';
import { Ini } from '../../project/settings/ini.js';
import { parseT3d } from '../../t3d/t3d-reader.js';
import { TimeSlice } from '../time-slice.js';
import { UNITS } from './counted-work.js';

export interface CountedParser {
  readonly parse: (text: string, write: (file: string, text: string) => string) => Promise<unknown>;
  /** The most units that may be between two pauses of such a text. */
  readonly longest: (text: string) => number;
  /** How often it reads a text. Default: once. */
  readonly passes?: number;
  /** A text that all of the parser reads, of about this size. */
  readonly whole: (size: number) => string;
}

const { signal } = new AbortController();
const LINE = 256 * 1024;
const CUT_LINE = 64 * 1024;
const PIECE = 64 * 1024;
const MAX_VALUES = 2_000_000;
/** A text, or what stands between signs. */
const TOKEN = /"(?:[^"\\]|\\[\s\S])*"?|[^",()[\]{}:\n]+/g;

function longestToken(text: string, tokens = TOKEN): number {
  let longest = 0;
  for (const [token] of text.matchAll(tokens)) longest = Math.max(longest, token.length);
  return longest;
}

function longestLine(text: string): number {
  let longest = 0;
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start);
    const next = end < 0 ? text.length : end;
    longest = Math.max(longest, next - start);
    start = next + 1;
  }
  return longest;
}

const slice = () => new TimeSlice(signal);

/** The parsers of what is found in the folder of a project, or comes from an editor. */
export const COUNTED_PARSERS: Readonly<Record<string, CountedParser>> = {
  'a settings file': {
    parse: text => new Ini().apply(`[S]\n${text}`, slice()),
    longest: () => UNITS + LINE,
    whole: size => '+Key=value\n'.repeat(size / 11),
  },
  'the names in a settings file': {
    parse: (text, write) => {
      const file = write('Config/DefaultGame.ini', text);
      const root = file.slice(0, file.indexOf('/Config/'));
      return new ConfigTexts(root).read([root], ['/Game'], signal);
    },
    longest: () => UNITS + CUT_LINE,
    whole: size => 'Key=/Game/Doors/Door\n'.repeat(size / 21),
  },
  'C++ code': {
    parse: async text => {
      const { code } = await cppText(text, slice());
      await declarationsIn(code, text, await LineNumbers.of(text, slice()), slice());
      await specifierRanges(code, slice());
      // Also without the parts that hide such code.
      await declarationsIn(text, text, await LineNumbers.of(text, slice()), slice());
    },
    longest: () => 3 * UNITS,
    // Two runs: each finds the lines, types, their bodies, macros and members; the first finds parts and specifiers, too.
    passes: 11.5,
    whole: size => 'UPROPERTY() int Width; // of the door\n'.repeat(size / 38),
  },
  'gameplay tags of C++ code': {
    parse: async text => {
      const { code, literals } = await cppText(text, slice());
      await tagsIn(code, literals, await LineNumbers.of(text, slice()), slice());
    },
    longest: () => 3 * UNITS,
    // The text, its comments, its lines, and its words.
    passes: 3.5,
    whole: size => 'int Width; // of the door\n'.repeat(size / 26),
  },
  'lines of a source file': {
    parse: text => {
      const stamp = { size: text.length, modified: 0, changed: 0 };
      const file = { file: 'A.cpp', path: 'A.cpp', module: 'Demo', ...stamp, read: async () => text };
      return findLines([file], ['a', ' ', '"'], slice());
    },
    longest: text => UNITS + PIECE + longestLine(text) + 1,
    // Whether it has one of the texts, and its lines.
    passes: 2,
    whole: size => `${'Door\n'.repeat(size / 5)}a`,
  },
  'a log': {
    parse: (text, write) => {
      const file = write('Saved/Logs/Demo.log', text);
      return tailLog(file.slice(0, file.indexOf('/Saved/')), { lines: 5_000, query: 'nowhere' }, signal);
    },
    longest: text => UNITS + longestLine(text) + 1,
    whole: size => 'LogTemp: Display: The door opens.\n'.repeat(size / 34),
  },
  'an exported text': {
    parse: text => parseT3d(`Begin Object Name="A"\n${text}\nEnd Object`, slice()).catch(() => null),
    longest: text => 3 * UNITS + longestToken(text),
    whole: size => `K=(${'Name="Door",'.repeat(size / 12)}Last=1)`,
  },
  'an answer of the editor': {
    parse: text => parseInSlices(`{"a":[${text}`, { depth: 200, values: MAX_VALUES }, slice()),
    // Blanks between values are passed over at once.
    longest: text => 3 * UNITS + longestToken(text) + longestToken(text, /\s+/g),
    whole: size => `${'{"Name":"Door"},'.repeat(size / 16)}1]}`,
  },
};
