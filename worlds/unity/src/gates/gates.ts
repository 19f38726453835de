import type { Value } from '@worldwire/engine';
import { WorldError } from '@worldwire/server';
import { cutText, Mutex } from '@worldwire/server/kit';
import type { ConfigFile } from './config-file.js';
import { isReadBackValue } from './read-back-value.js';
import { areValuesOpen, loosening, type Settings, type SettingsChange, settingsSchema } from './settings.js';

/** What the operator allowed at start. No later setting goes beyond it. */
export interface UnityGrants {
  readonly writes: boolean;
  readonly eval: boolean;
  /** Whether clients may open gates with SetConfig. */
  readonly remoteConfig: boolean;
  readonly readOnly: boolean;
}

const READ_ONLY = 'Only the operator can allow it, by starting the server without --read-only.';
const MAX_ENTRY = 300;
/** Characters of a list that an error repeats. It has all entries or none: SetConfig replaces the list. */
const MAX_LISTED = 2_000;

type Allowlist = 'componentAllowlist' | 'reflectionAllowlistMembers' | 'hookAllowlistSignatures';

/** The world's own gates, within the operator's policy. Each error names the setting or flag that would open the gate. */
export class Gates {
  #settings: Settings;
  readonly #grants: UnityGrants;
  readonly #file: ConfigFile;
  readonly #changes = new Mutex();

  private constructor(settings: Settings, grants: UnityGrants, file: ConfigFile) {
    // Code can do all that a write does.
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

  /** Throws if no entry of the list could mean a name, which may be short and in any case. */
  admitComponent(type: string): void {
    this.#admit('componentAllowlist', type);
  }

  admitMember(type: string, member: string): void {
    if (!areValuesOpen(this.#settings)) this.admitMethod(type, member);
  }

  admitMethod(type: string, method: string): void {
    this.#admit('reflectionAllowlistMembers', `${type}.${method}`);
  }

  admitHookType(type: string): void {
    this.#admit('hookAllowlistSignatures', type);
  }

  requireComponent(type: string): void {
    this.#requireListed('componentAllowlist', type);
  }

  /** Members with a value that can be read back are open by the entry `values`. References have none, and code may run in methods. */
  requireMember(type: string, member: string, value: Omit<Value, 'text'>): void {
    if (areValuesOpen(this.#settings) && isReadBackValue(value)) return;
    this.#requireListed('reflectionAllowlistMembers', `${type}.${member}`);
  }

  requireMethod(type: string, method: string): void {
    this.#requireListed('reflectionAllowlistMembers', `${type}.${method}`);
  }

  requireHookType(type: string): void {
    this.#requireListed('hookAllowlistSignatures', type);
  }

  /** Throws if the change opens a gate that clients may not open. */
  requireChange(change: SettingsChange, now = this.#settings): void {
    const opened = loosening(now, change);
    if (opened.length === 0 || (this.#grants.remoteConfig && !this.#grants.readOnly)) return;
    throw new WorldError(
      'PermissionDenied',
      `Clients may not open ${opened.join(', ')}.`,
      this.#grants.readOnly
        ? READ_ONLY
        : 'Only the operator can allow it, by starting the server with --allow remote-config. Closing a gate is always allowed.',
    );
  }

  /** The settings after a change, together with what the operator has changed in the file. */
  async planned(change: SettingsChange, reload: boolean): Promise<Settings> {
    const found = (await this.#file.find()) ?? settingsSchema.parse({});
    return { ...this.#next(this.#granted(found), reload), ...givenIn(change) };
  }

  /**
   * Applies the change and saves it, together with what the operator has changed in the file. Without `mayOpen` it was decided as
   * one that only closes gates.
   */
  change(change: SettingsChange, mayOpen: boolean): Promise<void> {
    return this.#changes.run(async () => {
      const found = await this.#file.read();
      const now = this.#next(this.#granted(found), false);
      this.requireChange(change, now);
      const [opened] = mayOpen ? [] : loosening(now, change);
      if (opened !== undefined) {
        throw new WorldError(
          'Conflict',
          `${opened} was closed meanwhile, and this change would open it.`,
          'Send the call again: it is then decided as one that opens a gate.',
        );
      }
      const given = givenIn(change);
      const kept: Settings = { ...found, ...given };
      if (!this.#grants.remoteConfig) {
        // Start flags open gates for one run and are not saved.
        kept.allowWrites &&= found.allowWrites;
        kept.enableConsoleEval &&= found.enableConsoleEval;
      }
      await this.#file.write(kept);
      this.#settings = { ...now, ...given };
    });
  }

  /** Reads the operator's file again. */
  reload(): Promise<void> {
    return this.#changes.run(async () => {
      this.#settings = this.#next(this.#granted(await this.#file.read()), true);
    });
  }

  /** What the file says, read again or for a change: a gate that a client has closed opens only again by a client that may open gates. */
  #next(settings: Settings, reload: boolean): Settings {
    return reload && this.#grants.remoteConfig ? settings : this.#stillOpen(settings);
  }

  /** The settings, with gates that are closed now left closed. */
  #stillOpen(settings: Settings): Settings {
    const { allowWrites, enableConsoleEval } = this.#settings;
    return {
      ...settings,
      allowWrites: settings.allowWrites && allowWrites,
      enableConsoleEval: settings.enableConsoleEval && enableConsoleEval,
    };
  }

  /** The file opens writes and code only with remote-config; otherwise only the start flags do. */
  #granted(settings: Settings): Settings {
    const { writes, eval: code, remoteConfig, readOnly } = this.#grants;
    return {
      ...settings,
      allowWrites: !readOnly && (writes || (remoteConfig && settings.allowWrites)),
      enableConsoleEval: !readOnly && (code || (remoteConfig && settings.enableConsoleEval)),
    };
  }

  #admit(list: Allowlist, name: string): void {
    const wanted = name.toLowerCase();
    const entries = this.#settings[list].map(entry => entry.toLowerCase());
    if (!entries.some(entry => entry === wanted || entry.endsWith(`.${wanted}`)))
      this.#requireListed(list, name);
  }

  #requireListed(list: Allowlist, entry: string): void {
    const listed = this.#settings[list];
    if (listed.includes(entry)) return;
    const shown = cutText(entry, MAX_ENTRY);
    const line = `"${list}": ${JSON.stringify([...listed, shown])}`;
    const isShort = line.length <= MAX_LISTED;
    const addition = `Add "${shown}" to the ${listed.length} entries that GetConfig shows`;
    const file = isShort
      ? `Only the operator can allow it: with ${line} in mcp.config.json`
      : `Only the operator can allow it. ${addition}, in ${list} of mcp.config.json,`;
    const client = isShort ? `Add it with SetConfig {${line}}.` : `${addition}, and send all with SetConfig.`;
    throw new WorldError(
      'PermissionDenied',
      `"${shown}" is not in ${list}.`,
      this.#grants.remoteConfig && !this.#grants.readOnly
        ? client
        : `${file} and a restart of the server, or by starting it with --allow remote-config, which opens SetConfig.`,
    );
  }

  #opener(setting: string, flag: string, granted: boolean): string {
    if (this.#grants.readOnly) return READ_ONLY;
    if (this.#grants.remoteConfig) return `Open it with SetConfig: ${setting}=true.`;
    return granted
      ? `A client closed it with SetConfig. Restart the server with ${flag} to open it.`
      : `Only the operator can allow it, by starting the server with ${flag}.`;
  }
}

function givenIn(change: SettingsChange): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
