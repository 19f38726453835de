import { join } from 'node:path';
import { WorldError } from '@worldwire/server';
import type { ScriptFile, ScriptFolder } from './script-folder.js';

const ENABLED = 'startup.cs';
const DISABLED = 'startup.disabled.cs';

/** The script that runs in each process of the engine. It is disabled by another file name. */
export class StartupScript {
  readonly #folder: ScriptFolder;

  constructor(folder: ScriptFolder) {
    this.#folder = folder;
  }

  async get(): Promise<{ ok: true; enabled: boolean; path: string; content?: string }> {
    const file = await this.read();
    const enabled = file?.Name === ENABLED;
    const path = file?.Path ?? join(this.#folder.root, ENABLED);
    return { ok: true, enabled, path, ...(file !== undefined && { content: file.Content }) };
  }

  /** The enabled script, or else the disabled one. */
  async read(): Promise<ScriptFile | undefined> {
    for (const name of [ENABLED, DISABLED]) {
      if ((await this.#folder.find(name)) !== null) return this.#folder.read(name);
    }
    return undefined;
  }

  async state(): Promise<'enabled' | 'disabled' | 'none'> {
    if ((await this.#folder.find(ENABLED)) !== null) return 'enabled';
    return (await this.#folder.find(DISABLED)) === null ? 'none' : 'disabled';
  }

  async setEnabled(enabled: boolean): Promise<void> {
    const state = await this.state();
    if (state === 'none') {
      throw new WorldError('NotFound', 'There is no startup script.', 'WriteStartupScript creates one.');
    }
    if (state === (enabled ? 'enabled' : 'disabled')) return;
    if (!enabled && (await this.#folder.find(DISABLED)) !== null) {
      throw new WorldError(
        'Conflict',
        `Both ${ENABLED} and ${DISABLED} exist, and ${DISABLED} would be overwritten.`,
        'Delete one of them with DeleteConsoleScript.',
      );
    }
    await this.#folder.rename(enabled ? DISABLED : ENABLED, enabled ? ENABLED : DISABLED);
  }

  async write(content: string): Promise<void> {
    await this.#folder.write(ENABLED, content);
    if ((await this.#folder.find(DISABLED)) !== null) await this.#folder.delete(DISABLED);
  }
}
