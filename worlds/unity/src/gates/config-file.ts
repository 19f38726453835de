import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WorldError } from '@worldwire/server';
import { z } from 'zod';
import { readBounded } from '../files/read-bounded.js';
import { type Settings, settingsSchema } from './settings.js';

const NAME = 'mcp.config.json';
/** More than all allowlists can have. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The operator's file of settings. It is made with everything closed where there is none. */
export class ConfigFile {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, NAME);
  }

  /** Throws with the file's name where it cannot be understood: a gate must not open because of a slip. */
  async read(): Promise<Settings> {
    const kept = await this.kept();
    if (kept !== undefined) return kept;
    const settings = settingsSchema.parse({});
    await this.write(settings);
    return settings;
  }

  /** The same, and undefined where there is no file. */
  async kept(): Promise<Settings | undefined> {
    let text: string;
    try {
      text = await readBounded(this.#path, MAX_BYTES);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw thrown;
    }
    const settings = this.#understand(text);
    if (!settings.enabled) {
      throw bad(`${this.#path} switches the interface off: set "enabled" to true to serve it.`);
    }
    return settings;
  }

  /** Written aside and moved, so that nobody reads half of it. */
  async write(settings: Settings): Promise<void> {
    const aside = `${this.#path}.${randomUUID()}.tmp`;
    try {
      await writeFile(aside, `${JSON.stringify(settings, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
      await rename(aside, this.#path);
    } catch (thrown) {
      await rm(aside, { force: true });
      throw thrown;
    }
  }

  #understand(text: string): Settings {
    let value: unknown;
    try {
      value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    } catch (thrown) {
      throw bad(`${this.#path} is not JSON: ${(thrown as Error).message}`);
    }
    const parsed = settingsSchema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw bad(`${this.#path} has settings that make no sense:\n${z.prettifyError(parsed.error)}`);
  }
}

/**
 * Throws where a world that is opened over the folder would refuse its settings. Makes nothing.
 *
 *     await checkSettings('/home/ann/.local/share/worldwire/unity');
 */
export async function checkSettings(folder: string): Promise<void> {
  await new ConfigFile(folder).kept();
}

function bad(message: string): WorldError {
  return new WorldError('Conflict', message);
}
