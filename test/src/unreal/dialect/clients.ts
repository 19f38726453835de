import type { ClientCapabilities } from '@worldwire/protocol';
import type { WireReply } from '../../http/lab.js';
import type { DialectLab } from './dialect-lab.js';
import { openHttp } from './http-client.js';
import { openStdio } from './stdio-client.js';

export type Said = Readonly<{ method: string; params: Record<string, unknown> }>;

/** The notifications before the reply of one request, and the reply. */
export interface Outcome {
  readonly said: readonly Said[];
  readonly reply: WireReply;
}

export interface Watching {
  /** The notifications so far. */
  readonly heard: readonly Said[];
  leave(): Promise<void>;
}

/** A client of a lab over any transport in any era. */
export interface Client {
  readonly revision: string;
  ask(method: string, params?: object, id?: string | number): Promise<Outcome>;
  notify(method: string, params?: object): Promise<void>;
  /** Subscribes to a resource; resolves when the server has confirmed. */
  watch(uri: string): Promise<Watching>;
  close(): Promise<void>;
}

export interface Served {
  open(revision: string, capabilities?: ClientCapabilities): Promise<Client>;
  close(): Promise<void>;
}

const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
const WIRES: readonly (readonly [string, (lab: DialectLab) => Promise<Served>])[] = [
  ['HTTP', openHttp],
  ['stdio', openStdio],
];

/** Every transport in every era. */
export const ALL = WIRES.flatMap(([wire, serve]) =>
  REVISIONS.map(revision => ({ name: `${revision} over ${wire}`, wire, revision, serve })),
);

/** The ones with sessions. */
export const WITH_SESSION = ALL.filter(({ revision }) => revision < '2026');
