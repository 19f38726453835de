import { readText } from '../../files/inside-folder.js';
import { UnrealError } from '../../port/unreal-error.js';
import { SerialQueue } from '../../work/serial-queue.js';
import { TimeSlice } from '../../work/time-slice.js';
import { sameStamp } from '../index/package-entry.js';
import { findSources, type SourceFile, type SourceFiles } from './source-files.js';

/** Of one file. */
const MAX_BYTES = 1024 * 1024;
/** Characters of all files that stay in memory. The others are read again for each search. */
const MAX_KEPT = 32 * 1024 * 1024;

export type SourceProblem = 'too large' | 'binary' | 'cannot be read';

/** A text file of the project. The same object until the file changes. */
export interface SourceText extends SourceFile {
  /** Why there is no text. */
  readonly problem?: SourceProblem;
  /** Undefined where there is a problem. */
  readonly read: () => Promise<string | undefined>;
}

export interface Sources extends Omit<SourceFiles, 'files'> {
  readonly files: readonly SourceText[];
}

/** The text files of a project. A file is read again only after a change. */
export class SourceTexts {
  readonly #root: string;
  readonly #maxKept: number;
  readonly #reading = new SerialQueue('read the source files of the project');
  #kept: ReadonlyMap<string, SourceText & { readonly length: number }> = new Map();

  constructor(root: string, maxKept = MAX_KEPT) {
    this.#root = root;
    this.#maxKept = maxKept;
  }

  read(signal: AbortSignal): Promise<Sources> {
    return this.#reading.run('sources', signal, stop => this.#read(new TimeSlice(stop)));
  }

  async #read(slice: TimeSlice): Promise<Sources> {
    const { files, left, skipped, others } = await findSources(this.#root, slice);
    const kept = new Map<string, SourceText & { readonly length: number }>();
    let room = this.#maxKept;
    for (const source of files) {
      if (slice.isOver) await slice.yieldToEventLoop();
      const before = this.#kept.get(source.file);
      const isKnown = before !== undefined && sameStamp(before, source) && before.module === source.module;
      const text = isKnown ? before : await opened(source, room);
      room -= text.length;
      kept.set(source.file, text);
    }
    this.#kept = kept;
    return { files: [...kept.values()], left, skipped, others };
  }
}

/** `length`: characters that stay in memory. */
async function opened(source: SourceFile, room: number): Promise<SourceText & { readonly length: number }> {
  const text = await textOf(source);
  if (typeof text !== 'string') return { ...source, ...text, read: async () => undefined, length: 0 };
  if (text.length <= room) return { ...source, read: async () => text, length: text.length };
  const again = async () => {
    const fresh = await textOf(source);
    return typeof fresh === 'string' ? fresh : undefined;
  };
  return { ...source, read: again, length: 0 };
}

async function textOf(source: SourceFile): Promise<string | { readonly problem: SourceProblem }> {
  if (source.size > MAX_BYTES) return { problem: 'too large' };
  try {
    const text = await readText(source.path, MAX_BYTES);
    return text.includes('\0') ? { problem: 'binary' } : text;
  } catch (thrown) {
    // It may have been removed meanwhile.
    if (thrown instanceof UnrealError || typeof (thrown as NodeJS.ErrnoException).code === 'string')
      return { problem: 'cannot be read' };
    throw thrown;
  }
}
