import { createHmac } from 'node:crypto';
import type { Answers } from '../api/answers.js';
import type { Log } from '../api/log.js';
import type { ApprovalSettings } from '../approvals/rules.js';
import { FairTurns } from '../limits/fair-turns.js';
import type { Limits } from '../limits/limits.js';
import { createMemory, type Memory } from '../limits/memory.js';
import type { Meter } from '../metrics/meter.js';
import type { KeptSessions } from '../sessions/kept-sessions.js';
import type { Audit } from './audit.js';
import { CredentialEnds } from './credential-ends.js';
import type { Policy } from './policy.js';

/** What a host gives to its kernels: the only source of clocks, randomness and secrets. */
export interface Environment {
  readonly limits: Limits;
  readonly policy: Policy;
  readonly log: Log;
  /** Monotonic milliseconds, for timeouts and limits. */
  readonly now: () => number;
  /** Milliseconds since 1970, for timestamps. Default: `now`. */
  readonly date?: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Signs each `requestState`. */
  readonly secret: Uint8Array;
  /** Records writes before and after they run. */
  readonly audit: Audit;
  /** Keys the digests of arguments in the audit. Default: one that follows from `secret`. */
  readonly digestKey?: string;
  /** Where tool results have their data. Default: auto. */
  readonly answers?: Answers;
  /** Lists three tools (search, describe, call) instead of all tools of a large world. Default: false. */
  readonly compact?: boolean;
  /** Which calls wait for the approval of a person. Default: none. */
  readonly approval?: ApprovalSettings;
  /** Ends what was opened with a credential when that ends. Shared by all worlds of a process. Default: one per kernel. */
  readonly credentials?: CredentialEnds;
  /** Shared by all worlds of a process. Default: one per kernel. */
  readonly memory?: Memory;
  /** Runs expensive work. Shared in the same way. */
  readonly turns?: FairTurns;
  /** Keeps sessions beyond the process. Default: they end with it, and their ids are random. */
  readonly keptSessions?: KeptSessions;
  /** Measures requests. Default: nothing does. */
  readonly meter?: Meter;
  /** Counts the calls of each principal. `failure` is the kind of the error. Default: nothing does. */
  readonly usage?: { count(principal: string, failure: string | undefined): void };
}

type Optional = 'approval' | 'keptSessions' | 'meter' | 'usage';

/** An environment with its defaults. */
export type FullEnvironment = Required<Omit<Environment, Optional>> & Pick<Environment, Optional>;

export function fullEnvironment(environment: Environment): FullEnvironment {
  const { now, limits } = environment;
  return {
    ...environment,
    date: environment.date ?? now,
    answers: environment.answers ?? 'auto',
    compact: environment.compact ?? false,
    digestKey: environment.digestKey ?? digestKeyOf(environment.secret),
    memory: environment.memory ?? createMemory(limits),
    credentials: environment.credentials ?? new CredentialEnds(environment.policy.date),
    turns: environment.turns ?? new FairTurns(now),
  };
}

/** The key of the digests of arguments, which tells nothing about the secret that it follows from. */
export function digestKeyOf(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('digests of arguments in the audit').digest('base64');
}
