import type { z } from 'zod';
import { CommandRefused } from '../model/command-refused.js';
import type { Edit } from '../model/edit.js';
import type { DomainEvent } from '../model/event.js';
import type { Steps } from '../model/steps.js';
import { completeState } from '../schemas/parse-state.js';
import { readSnapshot } from '../schemas/read-snapshot.js';
import { problemsIn } from '../schemas/schema-problems.js';
import { type Command, parseCommand } from './command-catalogue.js';
import { invalidCommand } from './command-definition.js';
import { replaceState, snapshotCommands } from './snapshot.js';

const [replaceSnapshot] = snapshotCommands;

/** A valid command with its handler. */
class PreparedCommand {
  constructor(
    readonly command: Command,
    readonly handle: (edit: Edit) => DomainEvent[],
  ) {}
}

/** A refusal that is thrown when the command is applied, after the commands before it. */
class RefusedCommand {
  constructor(readonly reason: CommandRefused) {}
}

/** Validates a replacement in steps. Other commands are returned unchanged. */
export function* prepareCommand(value: unknown): Steps<unknown> {
  if (!isReplacement(value)) return value;
  try {
    return yield* prepareReplacement(value);
  } catch (thrown) {
    if (thrown instanceof CommandRefused) return new RefusedCommand(thrown);
    throw thrown;
  }
}

/** Throws CommandRefused if the command is invalid. */
export function preparedCommand(value: unknown): PreparedCommand {
  if (value instanceof PreparedCommand) return value;
  if (value instanceof RefusedCommand) throw value.reason;
  const { command, definition } = parseCommand(value);
  return new PreparedCommand(command, edit => definition.handle(edit, command));
}

function* prepareReplacement(value: { readonly snapshot: object }): Steps<PreparedCommand> {
  const read = yield* readSnapshot(value.snapshot, ['snapshot']);
  const rest = replaceSnapshot.schema.safeParse({ ...value, snapshot: {} });
  if ('problems' in read || !rest.success) {
    const inside = 'problems' in read ? read.problems : [];
    throw invalidCommand(replaceSnapshot as never, [
      ...inside,
      ...(rest.success ? [] : problemsIn(rest.error)),
    ]);
  }
  const command: z.output<typeof replaceSnapshot.schema> = { ...rest.data, snapshot: read.snapshot };
  const state = yield* completeState(read.snapshot);
  const given = { time: command.time, units: command.snapshot.units };
  return new PreparedCommand(command, edit => replaceState(edit, state, given));
}

/** Whether a command contains a whole state. */
export function isReplacement(value: unknown): value is { readonly snapshot: object } {
  if (typeof value !== 'object' || value === null) return false;
  const { type, snapshot } = value as { readonly type?: unknown; readonly snapshot?: unknown };
  return type === replaceSnapshot.name && typeof snapshot === 'object' && snapshot !== null;
}
