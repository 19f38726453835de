import { requestDigestSteps } from '@worldwire/server/kit';
import { isReplacement, prepareCommand, type Steps } from '../domain/index.js';
import { holdForLoss } from './hold-for-loss.js';
import type { Operation, WriteOptions } from './operation.js';
import { MAX_ENTRIES_PER_COMMIT } from './writer.js';

/** Operations with more commands are large. */
const SMALL_COMMANDS = 64;

export interface PreparedCommands {
  readonly commands: readonly unknown[];
  /** Of the request. */
  readonly digest: string;
  /** See `Operation.steps`. */
  readonly steps: number;
}

/** Large commands are prepared in steps and written one operation at a time. */
export function isLarge(commands: readonly unknown[]): boolean {
  return commands.length > SMALL_COMMANDS || commands.some(isReplacement);
}

/** Does the work that does not need the universe. `request` is undefined if no digest is needed. */
export function* prepareCommands(commands: readonly unknown[], request: unknown): Steps<PreparedCommands> {
  const digest = request === undefined ? '' : yield* requestDigestSteps(request);
  const prepared: unknown[] = [];
  for (const command of commands) prepared.push(yield* prepareCommand(command));
  // A new state has a commit of its own.
  const steps = commands.some(isReplacement) ? MAX_ENTRIES_PER_COMMIT : commands.length;
  return { commands: prepared, digest, steps };
}

/** Field by field, because every command runs this and a spread of `options` costs ten times as much. */
export function commandOperation(
  { commands, digest, steps }: PreparedCommands,
  { principal, client, key, ifRevision, ifHead, beforeLoss }: WriteOptions,
  capture?: Operation['capture'],
): Operation {
  return {
    principal,
    client,
    key,
    ifRevision,
    ifHead,
    fingerprint: digest,
    steps,
    capture,
    run: universe => (commands.length === 1 ? [universe.apply(commands[0])] : universe.applyAll(commands)),
    hold: holdForLoss(beforeLoss),
  };
}
