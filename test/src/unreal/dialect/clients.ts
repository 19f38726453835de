import type { ClientCapabilities } from '@worldwire/protocol';
import type { WireReply } from '../../http/lab.js';
import type { DialectLab } from './dialect-lab.js';
import { openHttp } from './http-client.js';
import { openStdio } from './stdio-client.js';

export type Said = Readonly<{ method: string; params: Record<string, unknown> }>;

/** What came of one request: all that was said ahead of the reply, and the reply. */
export interface Outcome {
  readonly said: readonly Said[];
  readonly reply: WireReply;
}

export interface Watching {
  /** The notifications so far. */
  readonly heard: readonly Said[];
  leave(): Promise<void>;
}

/** One client of a lab, whatever its wire and its era. */
export interface Client {
  readonly revision: string;
  ask(method: string, params?: object, id?: string | number): Promise<Outcome>;
  notify(method: string, params?: object): Promise<void>;
  /** Watches a resource; resolves when the server has agreed. */
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

/** Every wire in every era. */
export const ALL = WIRES.flatMap(([wire, serve]) =>
  REVISIONS.map(revision => ({ name: `${revision} over ${wire}`, wire, revision, serve })),
);

/** Those whose clients have a session. */
export const WITH_SESSION = ALL.filter(({ revision }) => revision < '2026');
