import { join } from 'node:path';
import { WorldError } from '@worldwire/server';
import { z } from 'zod';
import { readBounded } from '../files/read-bounded.js';
import { replaceFile } from '../files/replace-file.js';
import { type Settings, settingsSchema } from './settings.js';

const NAME = 'mcp.config.json';
/** More than the longest allowlists need. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The operator's settings file. It is created with all gates closed if it does not exist. */
export class ConfigFile {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, NAME);
  }

  /** Throws if the file is invalid: a mistake in it must not open a gate. */
  async read(): Promise<Settings> {
    const found = await this.find();
    if (found !== undefined) return found;
    const settings = settingsSchema.parse({});
    await this.write(settings);
    return settings;
  }

  /** The same, or undefined if there is no file. */
  async find(): Promise<Settings | undefined> {
    let text: string;
    try {
      text = await readBounded(this.#path, MAX_BYTES);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw thrown;
    }
    const settings = this.#parse(text);
    if (!settings.enabled) {
      throw invalid(`${this.#path} disables the interface: set "enabled" to true to serve it.`);
    }
    return settings;
  }

  async write(settings: Settings): Promise<void> {
    await replaceFile(this.#path, `${JSON.stringify(settings, null, 2)}\n`);
  }

  #parse(text: string): Settings {
    let value: unknown;
    try {
      value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
    } catch (thrown) {
      throw invalid(`${this.#path} is not JSON: ${(thrown as Error).message}`);
    }
    const parsed = settingsSchema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw invalid(`${this.#path} has invalid settings:\n${z.prettifyError(parsed.error)}`);
  }
}

/**
 * Throws if the folder has settings with which the world does not open. Creates nothing.
 *
 *     await checkSettings('/home/ann/.local/share/worldwire/unity');
 */
export async function checkSettings(folder: string): Promise<void> {
  await new ConfigFile(folder).find();
}

function invalid(message: string): WorldError {
  return new WorldError(
    'Conflict',
    message,
    'Only the operator can correct the file; then restart the server.',
  );
}
