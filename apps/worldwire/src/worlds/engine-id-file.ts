import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { IDS_PER_PROCESS, type IdStore } from '@worldwire/engine/linked';
import { codeOf, Problem } from '../errors/problem.js';

/** Keeps the ids of one engine process apart from those of the next, also across a restart of the server. */
export class EngineIdFile implements IdStore {
  readonly #path: string;
  readonly next: number;

  constructor(path: string) {
    this.#path = path;
    this.next = read(path);
  }

  /** The first id of a process of the engine that belongs to this server. */
  take(): number {
    this.keep(this.next + IDS_PER_PROCESS);
    return this.next;
  }

  /**
   * Synchronous: clients may know ids as soon as they are assigned. Another server with the same folder may have stored a higher one.
   */
  keep(next: number): void {
    const aside = `${this.#path}.${process.pid}`;
    writeFileSync(aside, `${Math.max(next, read(this.#path))}\n`, { flush: true });
    renameSync(aside, this.#path);
  }
}

function read(path: string): number {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return 1;
    throw thrown;
  }
  const next = Number(text);
  if (Number.isSafeInteger(next) && next > 0) return next;
  throw Problem.refusal(
    'engine ids',
    `${path} should have the number with which the ids of the next engine begin. Delete it; ids that clients still hold may then stand for other objects.`,
  );
}
