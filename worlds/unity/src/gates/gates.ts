import { WorldError } from '@worldwire/server';
import type { ConfigFile } from './config-file.js';
import { loosening, type Settings, type SettingsChange } from './settings.js';

/** What the operator allowed at start. Nothing that arrives later goes beyond it. */
export interface UnityGrants {
  readonly writes: boolean;
  readonly eval: boolean;
  /** Whether clients may open gates by SetConfig. */
  readonly remoteConfig: boolean;
  readonly readOnly: boolean;
}

type Allowlist = 'componentAllowlist' | 'reflectionAllowlistMembers' | 'hookAllowlistSignatures';

/** The world's own gates, behind the operator's ceiling: each says no in words that name what would open it. */
export class Gates {
  #settings: Settings;
  readonly #grants: UnityGrants;
  readonly #file: ConfigFile;
  #turn: Promise<void> = Promise.resolve();

  private constructor(settings: Settings, grants: UnityGrants, file: ConfigFile) {
    // Whoever may run code can do whatever a write does.
    this.#grants = { ...grants, writes: grants.writes || grants.eval };
    this.#file = file;
    this.#settings = this.#granted(settings);
  }

  static async open(file: ConfigFile, grants: UnityGrants): Promise<Gates> {
    return new Gates(await file.read(), grants, file);
  }

  get settings(): Settings {
    return this.#settings;
  }

  requireWrites(tool: string): void {
    if (this.#settings.allowWrites) return;
    throw new WorldError(
      'PermissionDenied',
      `${tool} changes the scene, and allowWrites is off.`,
      this.#opener('allowWrites', '--allow writes', this.#grants.writes),
    );
  }

  requireEval(tool: string): void {
    if (this.#settings.enableConsoleEval) return;
    throw new WorldError(
      'PermissionDenied',
      `${tool} runs code, and enableConsoleEval is off.`,
      this.#opener('enableConsoleEval', '--allow eval', this.#grants.eval),
    );
  }

  requireComponent(type: string): void {
    this.#requireListed('componentAllowlist', type);
  }

  requireMember(type: string, member: string): void {
    this.#requireListed('reflectionAllowlistMembers', `${type}.${member}`);
  }

  requireHookType(type: string): void {
    this.#requireListed('hookAllowlistSignatures', type);
  }

  /** Throws where the change opens what may not be opened from here. */
  requireChange(change: SettingsChange, now = this.#settings): void {
    const opened = loosening(now, change);
    if (opened.length === 0 || (this.#grants.remoteConfig && !this.#grants.readOnly)) return;
    throw new WorldError(
      'PermissionDenied',
      `${opened.join(', ')} would open what is closed, which clients may not do here.`,
      this.#grants.readOnly
        ? 'The operator started the server with --read-only.'
        : 'Only the operator can allow it, by starting the server with --allow remote-config. Closing always works.',
    );
  }

  /** Takes the change and keeps it in the file, beside what the operator wrote there meanwhile. */
  change(change: SettingsChange): Promise<void> {
    return this.#inTurn(async () => {
      const found = await this.#file.read();
      const now = this.#stillOpen(this.#granted(found));
      this.requireChange(change, now);
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const kept: Settings = { ...found, ...given };
      if (!this.#grants.remoteConfig) {
        // What the start flags opened is for one run.
        kept.allowWrites &&= found.allowWrites;
        kept.enableConsoleEval &&= found.enableConsoleEval;
      }
      await this.#file.write(kept);
      this.#settings = { ...now, ...given };
    });
  }

  /** Reads the operator's file again. */
  reload(): Promise<void> {
    return this.#inTurn(async () => {
      const settings = this.#granted(await this.#file.read());
      // The flags opened them at the start; what a client closed since, no client opens.
      this.#settings = this.#grants.remoteConfig ? settings : this.#stillOpen(settings);
    });
  }

  /** One after the other: of two that close different gates, neither may open the other's again. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** The settings, with what is closed now left closed. */
  #stillOpen(settings: Settings): Settings {
    const { allowWrites, enableConsoleEval } = this.#settings;
    return {
      ...settings,
      allowWrites: settings.allowWrites && allowWrites,
      enableConsoleEval: settings.enableConsoleEval && enableConsoleEval,
    };
  }

  /** The file opens writes and code only where clients may: otherwise that is for the start flags alone. */
  #granted(settings: Settings): Settings {
    const { writes, eval: code, remoteConfig, readOnly } = this.#grants;
    return {
      ...settings,
      allowWrites: !readOnly && (writes || (remoteConfig && settings.allowWrites)),
      enableConsoleEval: !readOnly && (code || (remoteConfig && settings.enableConsoleEval)),
    };
  }

  #requireListed(list: Allowlist, entry: string): void {
    if (this.#settings[list].includes(entry)) return;
    const file = `Add it to ${list} in mcp.config.json and start again`;
    throw new WorldError(
      'PermissionDenied',
      `"${entry.slice(0, 300)}" is not in ${list}.`,
      this.#grants.remoteConfig
        ? `Add it by SetConfig with ${list}.`
        : `${file}, or start the server with --allow remote-config to add it by SetConfig.`,
    );
  }

  #opener(setting: string, flag: string, granted: boolean): string {
    if (this.#grants.readOnly) return 'The operator started the server with --read-only.';
    if (this.#grants.remoteConfig) return `SetConfig with ${setting}: true opens it.`;
    return granted
      ? `A client closed it by SetConfig. A new start with ${flag} opens it.`
      : `Only the operator can allow it, by starting the server with ${flag}.`;
  }
}
