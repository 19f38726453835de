import { randomBytes } from 'node:crypto';
import {
  Approvals,
  type Audit,
  CredentialEnds,
  createMemory,
  DEFAULT_LIMITS,
  FairTurns,
  Gates,
  type KeptSessions,
  type Limits,
  type Memory,
  type Meter,
  Openings,
  type RightsNow,
} from '@worldwire/server/internal';
import { AuthFailures } from '@worldwire/transports/http';
import type { Logger } from 'pino';
import { recordApproval } from '../audit/approval-records.js';
import { PrincipalUsage } from '../operator/usage.js';
import { monotonic } from '../process/clock.js';

const ID_BYTES = 6;

/** Shared by all worlds and wires of the process. */
export interface Host {
  readonly limits: Limits;
  readonly log: Logger;
  readonly audit: Audit & { /** Why writes are refused now. */ readonly refusal: string | undefined };
  /** Keys the digests of arguments in the audit. */
  readonly digestKey: string;
  /** One for the process: its limits hold for all worlds together. */
  readonly memory: Memory;
  readonly turns: FairTurns;
  /** Wrong tokens by address, at all ports. */
  readonly failures: AuthFailures;
  /** What the operator closed while the server runs. */
  readonly gates: Gates;
  /** The calls that wait for a person. */
  readonly approvals: Approvals;
  /** Ends what was opened with a credential when that ends. */
  readonly credentials: CredentialEnds;
  /** Streams of the operator, which belong to no world. */
  readonly openings: Openings;
  /** The calls of each principal. */
  readonly usage: PrincipalUsage;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** The time of day. */
  readonly date: () => number;
  /** The rights that a principal has now. */
  readonly rightsNow?: RightsNow;
  /** Keeps the sessions of a world beyond the process, by the name under which it is served. */
  readonly sessionsOf?: (world: string) => KeptSessions;
  /** The meter of a world, by the name under which it is served. */
  readonly meterOf?: (world: string) => Meter;
}

export function createHost(
  changed: Partial<Limits>,
  log: Logger,
  audit: Host['audit'] & Pick<Host, 'digestKey'>,
  meterOf?: Host['meterOf'],
): Host {
  const limits = { ...DEFAULT_LIMITS, ...changed };
  const credentials = new CredentialEnds(Date.now);
  const openings = new Openings(monotonic, credentials);
  credentials.add({ recheck: stays => openings.recheck(who => who.endReason(Date.now), stays) });
  return {
    limits,
    log,
    audit,
    digestKey: audit.digestKey,
    memory: createMemory(limits),
    turns: new FairTurns(monotonic),
    gates: new Gates(),
    failures: new AuthFailures(monotonic),
    credentials,
    openings,
    approvals: new Approvals({
      limits,
      date: Date.now,
      mintId: () => randomBytes(ID_BYTES).toString('hex'),
      record: event => recordApproval(audit, event),
    }),
    usage: new PrincipalUsage(Date.now),
    now: monotonic,
    date: Date.now,
    ...(meterOf !== undefined && { meterOf }),
  };
}
