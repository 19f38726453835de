import type { Log, ServedWorld, World } from '@worldwire/server';
import type { Grants } from '@worldwire/server/internal';
import type { Engines } from '@worldwire/transports/frames';
import type { Flags, Values } from '../command-line/flags.js';
import type { Finding } from '../findings/finding.js';

/** What the program knows of a world before it loads the world's code: one file for each world. */
export interface WorldEntry<F extends Flags = Flags, Own extends OwnSettings = OwnSettings> {
  readonly name: string;
  readonly summary: string;
  readonly defaultPort: number;
  /** Served only when it is named: not listed, and not among "all worlds". */
  readonly isPrivate?: true;
  /** The server name that its specification requires, when it is not the name of the world. */
  readonly serverName?: string;
  /** A page for a browser, as a path. */
  readonly page?: string;
  /** Its own flags of `serve`. The configuration file has keys of the same names. */
  readonly flags?: F;
  /** Environment variables that have no flag, with their meaning: secrets. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Checks the values of its flags and variables. */
  readSettings?(values: Values<F>, context: SettingsContext): Own;
  /** Imports the world's code and opens the world. */
  open(options: WorldOptions<Own>): Promise<OpenedWorld>;
  /** A world that exists before it is opened, such as that of `serve()`. A start that is refused closes it. */
  readonly made?: World;
  /** Its own checks of `doctor`. */
  diagnose?(options: WorldOptions<Own>): Promise<readonly Finding[]>;
}

export type Variables = Readonly<Record<string, string | undefined>>;

export interface SettingsContext {
  /** Names of the worlds that are served. */
  readonly served: readonly string[];
  readonly variables: Variables;
  /** Runs `read`. An error names the line of the configuration file when the value of this flag comes from there. */
  check<Value>(flag: string, read: () => Value): Value;
}

export interface OwnSettings {
  /** Whether a game engine connects to this world over the frames wire. */
  readonly awaitsEngine?: boolean;
}

/** What the operator allows, by --allow and --read-only. */
export interface OperatorGrants extends Required<Grants> {
  /** Whether clients may change the write settings of a world that has such settings. */
  readonly remoteConfig: boolean;
}

export interface WorldOptions<Own extends OwnSettings = OwnSettings> {
  /** The data folder. */
  readonly data: string;
  /** sqlite, memory, or the address of a database. */
  readonly store: string;
  readonly grants: OperatorGrants;
  readonly host: string;
  readonly port: number;
  /** What `readSettings` returned. */
  readonly own: Own;
  readonly variables: Variables;
  /** The limit of this name: the share of one principal in numbers of the world, in percent. */
  readonly principalPercent: number;
  /** Things that one write may remove or overwrite without a confirmation. Undefined: the default of the world. */
  readonly confirmAbove: number | undefined;
  /** Whether the configuration file offers a prompt of this name. */
  offersPrompt(name: string): boolean;
  /** A token for an engine of this world, when there is a token file. The log says why there is none. */
  token(): Promise<string | undefined>;
  /** Called when a write to the world's journal begins. It returns the function to call after its commit. */
  readonly onWrite?: () => () => void;
  readonly log: Promise<Log>;
}

export interface OpenedWorld extends ServedWorld {
  readonly engineLink?: EngineLink;
}

/** Where a game engine connects to the world, over the frames wire. */
export interface EngineLink {
  readonly engines: Engines;
  /** Called when the frames wire listens. The function that it returns is called when the server stops. */
  start(place: { readonly host: string; readonly port: number }): Promise<() => Promise<void>>;
  /** Ends the lease of an engine for the operator. False if it is not held. Throws if there is no such engine. */
  endLease?(engine: string): boolean;
}

/** Types `readSettings`, `open` and `diagnose` by the flags and settings of the world. */
export function worldEntry<F extends Flags, Own extends OwnSettings>(entry: WorldEntry<F, Own>): WorldEntry {
  return entry as unknown as WorldEntry;
}
