import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { unlessMissing } from '@worldwire/server/kit';
import { z } from 'zod';
import { readBounded } from '../files/read-bounded.js';
import { replaceFile } from '../files/replace-file.js';

const NAME = 'startup-script.json';
const MAX_BYTES = 4 * 1024;

const recordSchema = z.object({
  /** SHA-256 of the script as UTF-8, in hexadecimal digits. */
  digest: z.string(),
  principal: z.string(),
  at: z.string(),
});

export type StartupRecord = z.output<typeof recordSchema>;

/**
 * Who wrote or enabled the startup script, with the digest of its text. A script with another digest does not run by itself:
 * only calls with the access `danger` are recorded here. The file is beside the Scripts folder, where no tool writes.
 */
export class StartupWriter {
  readonly #path: string;

  constructor(
    folder: string,
    readonly date: () => number,
  ) {
    this.#path = join(folder, NAME);
  }

  async accept(content: string, principal: string): Promise<void> {
    const record: StartupRecord = {
      digest: digestOf(content),
      principal,
      at: new Date(this.date()).toISOString(),
    };
    await replaceFile(this.#path, `${JSON.stringify(record)}\n`);
  }

  /** Who accepted exactly this text, or undefined. */
  async find(content: string): Promise<StartupRecord | undefined> {
    const text = await unlessMissing(readBounded(this.#path, MAX_BYTES));
    const record = text === undefined ? undefined : recordSchema.safeParse(parsed(text)).data;
    return record?.digest === digestOf(content) ? record : undefined;
  }
}

function digestOf(content: string): string {
  return createHash('sha256').update(content, 'utf8').digest('hex');
}

/** A damaged file accepts nothing. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
