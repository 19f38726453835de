import { json, type WebAnswer } from '@worldwire/server';
import type { ApprovalRule, Approver } from '@worldwire/server/internal';
import type { OperatorRequest } from '@worldwire/transports/http';
import { worldsOf } from './access.js';
import type { Operated } from './operated.js';

/** An address on which the server listens. */
export interface ServerAddress {
  /** `main`: the console and all worlds below their names. */
  readonly kind: 'main' | 'world' | 'frames' | 'metrics';
  readonly url: string;
  readonly world?: string;
}

/** What a process says of itself. */
export interface ServerFacts {
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly addresses: readonly ServerAddress[];
  /** By world. A world without one has the rule `none`. */
  readonly rules: ReadonlyMap<string, ApprovalRule>;
  readonly approver: Approver;
}

/** GET server */
export function showServer(host: Operated, { who }: OperatorRequest): WebAnswer {
  const { version, startedAt, addresses, rules, approver } = host.facts();
  const mine = worldsOf(host, who, 'operate').map(({ name }) => name);
  return json(200, {
    version,
    startedAt: new Date(startedAt).toISOString(),
    uptimeSeconds: Math.floor((host.date() - startedAt) / 1_000),
    addresses: addresses.filter(({ world }) => world === undefined || mine.includes(world)),
    approvals: { by: approver, rules: mine.map(world => ({ world, rule: rules.get(world) ?? 'none' })) },
  });
}
