import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors/problem.js';
import { type ChainFiles, chainPaths, listChains } from './audit-paths.js';
import { firstSeq } from './chain-writer.js';
import { seqOfLine } from './chained-line.js';

const FIRST_LINE_BYTES = 64;

/** A place between two records: all of the segment that begins with record `first` up to `offset` bytes is before it. */
export interface Place {
  readonly first: number;
  readonly offset: number;
}

/** Places in all chains, as the text that a client sends back. */
export function cursorOf(places: ReadonlyMap<string, Place>): string {
  return [...places].map(([chain, { first, offset }]) => `${chain}:${first}:${offset}`).join(',');
}

/** Undefined for a text that is not a cursor. */
export function placesOf(cursor: string): Map<string, Place> | undefined {
  const places = new Map<string, Place>();
  for (const part of cursor === '' ? [] : cursor.split(',')) {
    const [, chain, first, offset] = /^(audit(?:\.[1-9]\d{0,3})?):(\d{1,15}):(\d{1,15})$/.exec(part) ?? [];
    if (chain === undefined) return undefined;
    places.set(chain, { first: Number(first), offset: Number(offset) });
  }
  return places;
}

export interface ChainSegments {
  readonly chain: string;
  /** The numbers of the first records of its segments, in order. */
  readonly firsts: readonly number[];
}

/** The segments of all chains that have records. */
export function listSegments(data: string): readonly ChainSegments[] {
  return listChains(data).flatMap(files => {
    const firsts = firstsOf(data, files);
    return firsts.length === 0 ? [] : [{ chain: files.name, firsts }];
  });
}

function firstsOf(data: string, { name, full, hasCurrent }: ChainFiles): readonly number[] {
  const current = hasCurrent ? firstSeq(join(data, `${name}.jsonl`)) : undefined;
  const firsts = [...full.map(({ first }) => first), ...(current === undefined ? [] : [current])];
  return [...new Set(firsts)].sort((one, other) => one - other);
}

/** Opens the segment that begins with a record. It may get another name meanwhile. Undefined where it is gone. */
export async function openSegment(
  data: string,
  chain: string,
  first: number,
): Promise<FileHandle | undefined> {
  const { full, current } = chainPaths(data, chain);
  for (const path of [full(first), current, full(first)]) {
    const file = await openExisting(path);
    if (file === undefined) continue;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_LINE_BYTES), 0, FIRST_LINE_BYTES, 0);
    if (seqOfLine(buffer.subarray(0, bytesRead)) === first) return file;
    await file.close();
  }
  return undefined;
}

async function openExisting(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}
