import { isReplacement, prepareCommand, type Steps } from '../domain/index.js';
import { fingerprintSteps } from './fingerprint.js';
import type { Operation, WriteOptions } from './operation.js';
import { MAX_AT_ONCE } from './writer.js';

/** Operations with more commands than this are large. */
const SMALL_COMMANDS = 64;

/** Commands with the digest by which a retry of them is known. */
export interface Prepared {
  readonly commands: readonly unknown[];
  readonly digest: string;
  /** As `Operation` counts them. */
  readonly steps: number;
}

/** Whether commands cost so much that they are prepared in steps and written one operation at a time. */
export function isLarge(commands: readonly unknown[]): boolean {
  return commands.length > SMALL_COMMANDS || commands.some(isReplacement);
}

/** Does what can be done before the write. The digest is of `digested`; there is none without it. */
export function* preparing(commands: readonly unknown[], digested: unknown): Steps<Prepared> {
  const digest = digested === undefined ? '' : yield* fingerprintSteps(digested);
  const prepared: unknown[] = [];
  for (const command of commands) prepared.push(yield* prepareCommand(command));
  // A state that is replaced shares its commit with nothing else.
  const steps = commands.some(isReplacement) ? MAX_AT_ONCE : commands.length;
  return { commands: prepared, digest, steps };
}

/** Field by field: every command pays for this, and to spread `asked` costs ten times as much. */
export function commandOperation(
  { commands, digest, steps }: Prepared,
  { principal, key, ifRevision, ifHead }: WriteOptions,
  capture?: Operation['capture'],
): Operation {
  return {
    principal,
    key,
    ifRevision,
    ifHead,
    fingerprint: digest,
    steps,
    capture,
    run: universe => (commands.length === 1 ? [universe.apply(commands[0])] : universe.applyAll(commands)),
  };
}
