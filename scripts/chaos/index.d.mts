export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON the server answers with.
  readonly body: any;
}

export declare class UniverseClient {
  constructor(origin: string, id: string, connections?: number);
  readonly origin: string;
  readonly id: string;
  create(state: object): Promise<State>;
  send(commands: readonly object[], key?: string): Promise<Answer>;
  read(): Promise<{ readonly state: State; readonly revision: number }>;
  changes(): Promise<readonly { readonly revision: number; readonly command: { readonly type: string } }[]>;
  history(): Promise<readonly { readonly revision: number; readonly operationKey?: string }[]>;
  remove(): Promise<void>;
  close(): void;
}

export interface State {
  readonly time: number;
  readonly stars: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Operation {
  readonly key: string | undefined;
  readonly commands: readonly object[];
  readonly sent: number;
  readonly acknowledged: { readonly first: number; readonly last: number } | undefined;
}

export declare class ClientJournal {
  readonly operations: readonly Operation[];
  readonly troubles: readonly string[];
  readonly retries: number;
  readonly replays: number;
  readonly unheard: number;
  readonly unavailable: number;
  note(commands: readonly object[], key?: string): Operation;
  pending(): Operation[];
  acknowledged(): Operation[];
  perform(client: UniverseClient, operation: Operation): Promise<'acknowledged' | 'unavailable' | 'wrong'>;
}

export interface ServerOptions {
  readonly store: string;
  readonly data: string;
  readonly fileBlocks?: number;
}

export declare class ServerProcess {
  constructor(options: ServerOptions);
  readonly pid: number;
  readonly ready: Promise<string>;
  readonly ended: Promise<unknown>;
  readonly stderr: string;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export interface Host {
  up(): Promise<string>;
  crash(): Promise<void>;
}

export declare class KilledServer implements Host {
  constructor(options: ServerOptions, random: () => number);
  readonly kills: number;
  up(): Promise<string>;
  crash(): Promise<void>;
  stop(): Promise<void>;
}

export declare class KilledPair implements Host {
  constructor(options: ServerOptions);
  readonly kills: number;
  up(): Promise<string>;
  crash(): Promise<void>;
  stop(): Promise<void>;
}

export interface Report {
  readonly cycles: number;
  readonly operations: number;
  readonly acknowledged: number;
  readonly inFlight: number;
  readonly retries: number;
  readonly replays: number;
  readonly unheard: number;
  readonly unavailable: number;
  readonly problems: readonly string[];
}

export declare function crashLoop(options: {
  readonly host: Host;
  readonly universe: string;
  readonly writers: number;
  readonly cycles: number;
  readonly random: () => number;
  readonly goOn?: () => boolean;
  readonly onCycle?: (report: Report) => void;
}): Promise<Report>;

export declare function audit(
  client: UniverseClient,
  journal: ClientJournal,
  start: State,
  patience?: number,
): Promise<readonly string[]>;

export declare function seeded(seed: number): () => number;

export declare const BEACON: string;
export declare const START: object;
export declare function single(writer: number, number: number): object[];
export declare function mixed(writer: number, number: number): object[];
