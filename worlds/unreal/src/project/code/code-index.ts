import { withoutSecrets } from '@worldwire/server/kit';
import { readText } from '../../files/inside-folder.js';
import { MASK } from '../../port/credentials.js';
import { UnrealError } from '../../port/unreal-error.js';
import { SerialQueue } from '../../work/serial-queue.js';
import { TimeSlice } from '../../work/time-slice.js';
import { type FileStamp, sameStamp } from '../index/package-entry.js';
import { type Declaration, declarationsIn, specifierRanges } from './cpp-declarations.js';
import { cppText, type Literal } from './cpp-text.js';
import { LineNumbers } from './line-numbers.js';
import { findSources, type SourceFile } from './source-files.js';

const MAX_BYTES = 1024 * 1024;
/** Texts of one file. */
const MAX_LITERALS = 5_000;
/** Characters before a literal that may name it. */
const MAX_BEFORE = 200;
const PLACEHOLDER = 'a literal';
const HEADER = /\.(h|hpp|inl)$/i;

export interface CodeText {
  readonly line: number;
  readonly text: string;
}

/** What is known of a C++ file. */
export interface CodeFile {
  readonly file: string;
  readonly module: string;
  readonly declarations: readonly Declaration[];
  readonly texts: readonly CodeText[];
}

export interface Code {
  readonly files: readonly CodeFile[];
  /** What is not included. */
  readonly notes: readonly string[];
}

interface Kept {
  readonly stamp: FileStamp;
  readonly code: CodeFile | undefined;
}

/** The declarations and texts in the C++ of a project. A file is read again only after a change. */
export class CodeIndex {
  readonly #root: string;
  readonly #reading = new SerialQueue('read the code of the project');
  #kept: ReadonlyMap<string, Kept> = new Map();
  #code: Code = { files: [], notes: [] };

  constructor(root: string) {
    this.#root = root;
  }

  /** The same object until the code changes. */
  read(signal: AbortSignal): Promise<Code> {
    return this.#reading.run('code', signal, stop => this.#read(new TimeSlice(stop)));
  }

  async #read(slice: TimeSlice): Promise<Code> {
    const { files, left } = await findSources(this.#root, slice);
    const kept = new Map<string, Kept>();
    for (const source of files) {
      const before = this.#kept.get(source.file);
      const isKnown = before !== undefined && sameStamp(before.stamp, source);
      kept.set(source.file, isKnown ? before : { stamp: source, code: await readCode(source, slice) });
    }
    const isSame =
      kept.size === this.#kept.size && [...kept].every(([file, each]) => this.#kept.get(file) === each);
    this.#kept = kept;
    const read = [...kept.values()].map(({ code }) => code);
    const unread = read.filter(code => code === undefined).length;
    const notes = [
      ...(left > 0 ? [`${left} C++ files are left out: there are too many.`] : []),
      ...(unread > 0 ? [`${unread} C++ files are left out: they are too large or cannot be read.`] : []),
    ];
    if (!isSame || notes.join() !== this.#code.notes.join())
      this.#code = { files: read.filter(code => code !== undefined), notes };
    return this.#code;
  }
}

async function readCode(source: SourceFile, slice: TimeSlice): Promise<CodeFile | undefined> {
  if (slice.isOver) await slice.yieldToEventLoop();
  const text = await textOf(source.path);
  if (text === undefined) return undefined;
  const { code, literals } = await cppText(text, slice);
  const lines = await LineNumbers.of(text, slice);
  const kept = outside(literals, await specifierRanges(code, slice)).slice(0, MAX_LITERALS);
  const texts: CodeText[] = [];
  for (const { at, text: literal } of kept) {
    if (slice.isOver) await slice.yieldToEventLoop();
    texts.push({ line: lines.at(at), text: maskedLiteral(text, at, literal) });
  }
  return {
    file: source.file,
    module: source.module,
    declarations: HEADER.test(source.file) ? await declarationsIn(code, text, lines, slice) : [],
    texts,
  };
}

/** The literal, or a mask where its form or the code before it says that it is a secret: `FString ApiKey = TEXT("…")`. */
function maskedLiteral(text: string, at: number, literal: string): string {
  const formed = withoutSecrets(literal, { mask: MASK });
  const before = text.slice(Math.max(0, at - MAX_BEFORE), at);
  const statement = before.slice(before.lastIndexOf(';') + 1);
  const masked = withoutSecrets(`${statement}"${PLACEHOLDER}"`, { code: true });
  return masked.endsWith(`"${PLACEHOLDER}"`) ? formed : MASK;
}

/** Both are in order. */
function outside(literals: readonly Literal[], ranges: readonly (readonly [number, number])[]): Literal[] {
  let next = 0;
  return literals.filter(({ at }) => {
    while (next < ranges.length && (ranges[next] as readonly [number, number])[1] < at) next++;
    const range = ranges[next];
    return range === undefined || at < range[0];
  });
}

/** Undefined where the file is too large or was removed meanwhile. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readText(path, MAX_BYTES);
  } catch (thrown) {
    if (thrown instanceof UnrealError || typeof (thrown as NodeJS.ErrnoException).code === 'string')
      return undefined;
    throw thrown;
  }
}
