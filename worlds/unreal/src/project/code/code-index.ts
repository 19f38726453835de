import { withoutSecrets } from '@worldwire/server/kit';
import { MASK } from '../../port/credentials.js';
import { SerialQueue } from '../../work/serial-queue.js';
import { TimeSlice } from '../../work/time-slice.js';
import { type CodeTag, tagsIn } from './code-tags.js';
import { type Declaration, declarationsIn, specifierRanges } from './cpp-declarations.js';
import { cppText, type Literal } from './cpp-text.js';
import { LineNumbers } from './line-numbers.js';
import type { SourceText, SourceTexts } from './source-texts.js';

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
  readonly tags: readonly CodeTag[];
}

export interface Code {
  readonly files: readonly CodeFile[];
  /** What is not included. */
  readonly notes: readonly string[];
}

/** The declarations and texts in the C++ of a project. A file is parsed again only after a change. */
export class CodeIndex {
  readonly #sources: SourceTexts;
  readonly #parsing = new SerialQueue('read the code of the project');
  #parsed: ReadonlyMap<SourceText, CodeFile | undefined> = new Map();
  #code: Code = { files: [], notes: [] };

  constructor(sources: SourceTexts) {
    this.#sources = sources;
  }

  /** The same object until the code changes. */
  read(signal: AbortSignal): Promise<Code> {
    return this.#parsing.run('code', signal, async stop => {
      const { files, left } = await this.#sources.read(stop);
      return this.#parse(files, left, new TimeSlice(stop));
    });
  }

  async #parse(files: readonly SourceText[], left: number, slice: TimeSlice): Promise<Code> {
    const parsed = new Map<SourceText, CodeFile | undefined>();
    for (const source of files) {
      const { module } = source;
      if (module === undefined) continue;
      const isKnown = this.#parsed.has(source);
      parsed.set(source, isKnown ? this.#parsed.get(source) : await readCode(source, module, slice));
    }
    const isSame =
      parsed.size === this.#parsed.size && [...parsed.keys()].every(source => this.#parsed.has(source));
    this.#parsed = parsed;
    const read = [...parsed.values()];
    const unread = read.filter(code => code === undefined).length;
    const notes = [
      ...(left > 0 ? [`${left} source files are left out: there are too many.`] : []),
      ...(unread > 0 ? [`${unread} C++ files are left out: they are too large or cannot be read.`] : []),
    ];
    if (!isSame || notes.join() !== this.#code.notes.join())
      this.#code = { files: read.filter(code => code !== undefined), notes };
    return this.#code;
  }
}

async function readCode(source: SourceText, module: string, slice: TimeSlice): Promise<CodeFile | undefined> {
  if (slice.isOver) await slice.yieldToEventLoop();
  const text = await source.read();
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
    module,
    declarations: HEADER.test(source.file) ? await declarationsIn(code, text, lines, slice) : [],
    texts,
    tags: await tagsIn(code, literals, lines, slice),
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
