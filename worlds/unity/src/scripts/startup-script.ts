import { join } from 'node:path';
import { type OpenGates, WorldError } from '@worldwire/server';
import { isOpenFor } from '../gates/open-gates.js';
import { withoutMark } from './script-bytes.js';
import type { ScriptFile, ScriptFolder } from './script-folder.js';
import { scriptPart } from './script-part.js';
import type { StartupRecord, StartupWriter } from './startup-writer.js';

const ENABLED = 'startup.cs';
const DISABLED = 'startup.disabled.cs';

/** The contents of the two files; null if a file does not exist. */
export interface StartupContents {
  readonly enabled: string | null;
  readonly disabled: string | null;
}

/** Whether a script has the name of the startup script, enabled or disabled, in any spelling that a file system takes for the same. */
export function isStartup(names: readonly string[]): boolean {
  const [only, more] = names;
  if (more !== undefined || only === undefined) return false;
  const spelled = only.normalize('NFKC').toUpperCase();
  return [ENABLED, DISABLED].some(name => name.toUpperCase() === spelled);
}

/**
 * The script that runs in each process of the engine. It is disabled by another file name. It runs only with a text that a
 * principal accepted by writing or enabling it, which needs the access `danger`.
 */
export class StartupScript {
  readonly #folder: ScriptFolder;
  readonly #writer: StartupWriter;

  constructor(folder: ScriptFolder, writer: StartupWriter) {
    this.#folder = folder;
    this.#writer = writer;
  }

  /** Who accepted exactly this text, or undefined. */
  acceptedBy({ Content }: Pick<ScriptFile, 'Content'>): Promise<StartupRecord | undefined> {
    return this.#writer.find(Content);
  }

  /** Whether the text of a script may be written back by an undo such that it runs again. */
  async mayRunAgain(content: string | null): Promise<boolean> {
    return content !== null && (await this.#writer.find(content)) !== undefined;
  }

  /** Accepts the enabled script for a principal that wrote this text to it. Another text, which the principal has not seen, is not accepted. */
  async acceptWritten(content: string, principal: string): Promise<void> {
    if ((await this.#folder.find(ENABLED)) === null) return;
    const written = withoutMark(Buffer.from(content, 'utf8')).toString('utf8');
    if ((await this.#folder.read(ENABLED)).Content === written) await this.#writer.accept(written, principal);
  }

  /** Whether the script would run when an engine starts, and these gates close it. */
  async isSkipped(open: OpenGates): Promise<boolean> {
    const file = await this.read();
    if (file === undefined || file.Name !== ENABLED) return false;
    const accepted = await this.acceptedBy(file);
    return accepted !== undefined && !isOpenFor(open, accepted.principal);
  }

  /** With the part of the content from `offset` on that fits. */
  async get(offset: number, maxBytes: number): Promise<object> {
    const file = await this.read();
    if (file === undefined) return { ok: true, enabled: false, path: join(this.#folder.root, ENABLED) };
    const { Name, Path, Content, Truncated, NextOffset } = scriptPart(file, offset, maxBytes);
    const more = Truncated ? { Truncated, ...(NextOffset !== undefined && { NextOffset }) } : {};
    return { ok: true, enabled: Name === ENABLED, path: Path, content: Content, ...more };
  }

  /** The contents of both files, for undo. */
  async contents(): Promise<StartupContents> {
    const content = async (name: string) =>
      (await this.#folder.find(name)) === null ? null : (await this.#folder.read(name)).Content;
    return { enabled: await content(ENABLED), disabled: await content(DISABLED) };
  }

  /** Writes both files back. `principal` accepts the enabled one, where it may run. */
  async restore({ enabled, disabled }: StartupContents, principal: string | undefined): Promise<void> {
    const put = async (name: string, content: string | null) => {
      if (content !== null) await this.#folder.write(name, content);
      else if ((await this.#folder.find(name)) !== null) await this.#folder.delete(name);
    };
    await put(ENABLED, enabled);
    await put(DISABLED, disabled);
    if (enabled !== null && principal !== undefined) await this.acceptWritten(enabled, principal);
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

  /** Throws if the script cannot be enabled or disabled. */
  async requireSwitch(enabled: boolean): Promise<void> {
    const state = await this.state();
    if (state === 'none') {
      throw new WorldError('NotFound', 'There is no startup script.', 'WriteStartupScript creates one.');
    }
    if (!enabled && state === 'enabled' && (await this.#folder.find(DISABLED)) !== null) {
      throw new WorldError(
        'Conflict',
        `Both ${ENABLED} and ${DISABLED} exist, and ${DISABLED} would be overwritten.`,
        'Delete one of them with DeleteConsoleScript.',
      );
    }
  }

  async disable(): Promise<void> {
    await this.requireSwitch(false);
    if ((await this.state()) !== 'disabled') await this.#folder.rename(ENABLED, DISABLED);
  }

  /** `content` is the text that the principal saw: another one does not run. Without it the text runs if it was accepted before. */
  async enable(content: string | undefined, principal: string): Promise<void> {
    await this.requireSwitch(true);
    const text = content ?? (await this.read())?.Content ?? null;
    const isAccepted = content !== undefined || (await this.mayRunAgain(text));
    if ((await this.state()) !== 'enabled') await this.#folder.rename(DISABLED, ENABLED);
    if (text !== null && isAccepted) await this.acceptWritten(text, principal);
  }

  async write(content: string, principal: string): Promise<void> {
    await this.#folder.write(ENABLED, content);
    if ((await this.#folder.find(DISABLED)) !== null) await this.#folder.delete(DISABLED);
    await this.acceptWritten(content, principal);
  }
}
