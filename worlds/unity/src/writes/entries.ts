import type { Entry } from '@worldwire/journal';
import { callerName, type JsonValue } from '@worldwire/protocol';
import { cutText } from '@worldwire/server/kit';
import {
  changedNothing,
  type DoneWrite,
  doneWrite,
  effective,
  hasEffect,
  type InverseStep,
  MAX_ENTRIES,
  openSteps,
  outcomeIn,
  stepOf,
  type Undoing,
  undoLineOf,
  type WriteTarget,
} from '@worldwire/writes';
import { bounded } from './bounded.js';
import type { UnityWrites } from './unity-writes.js';

/** What the world records itself. */
const RESTART = 'EngineRestart';
const MAX_ERROR = 500;

/** The old scene is gone. */
export function noteRestart({ log }: UnityWrites, before: number, after: number): Promise<void> {
  const undo = { none: 'the old scene is gone.' };
  return log.note('server', RESTART, { outcome: 'done', before, after, undo });
}

/** A write, or a call that was refused. */
export interface LoggedCall {
  readonly entry: Entry;
  readonly id: number;
  readonly tool: string;
  readonly args: JsonValue;
  /** Of its client. Null for the server. */
  readonly by: string | null;
  readonly outcome: 'done' | 'denied' | 'failed' | 'unsure' | 'running';
}

/** The newest calls after an entry, the newest first. */
export async function callsAfter(
  { log, running }: UnityWrites,
  since: number,
): Promise<readonly LoggedCall[]> {
  const calls: LoggedCall[] = [];
  const settled = new Set<number>();
  // Those that are being recorded belong to the list.
  let before = (await log.newest()) + 1;
  if (before === 1) return calls;
  for (let seen = 0; seen < MAX_ENTRIES; ) {
    const page = await log.readBack(before, MAX_ENTRIES - seen);
    for (const entry of page) {
      if (entry.revision <= since) return calls;
      before = entry.revision;
      const { of, step } = stepOf(entry);
      if (of !== undefined) settled.add(of);
      if (!settled.has(entry.revision)) calls.push(callOf(entry, running.has(entry.revision), step));
    }
    if (page.length === 0 || before === 1) return calls;
    seen += page.length;
  }
  return calls;
}

function callOf(entry: Entry, isRunning: boolean, step: 'intent' | 'outcome'): LoggedCall {
  const { tool, arguments: args } = stepOf(entry);
  const by = tool === RESTART ? null : callerName(entry);
  const common = { entry, id: entry.revision, tool, args, by };
  if (step === 'intent') return { ...common, outcome: isRunning ? 'running' : 'unsure' };
  const { outcome, error } = outcomeIn(entry);
  return { ...common, outcome: error?.kind === 'PermissionDenied' ? 'denied' : outcome };
}

/** The entry of a call for ListJournal. `calls` are all those after it, too. */
export function listed(
  calls: readonly LoggedCall[],
  { log }: UnityWrites,
  undoing: Undoing<WriteTarget>,
  target: WriteTarget,
): (call: LoggedCall) => object {
  const writes = calls.flatMap(({ entry }) =>
    stepOf(entry).step === 'outcome' && hasEffect(outcomeIn(entry)) ? doneWrite(entry, log) : [],
  );
  const { alive, undoneBy } = effective(writes);
  const byId = new Map(writes.map(write => [write.revision, write]));
  const stateOf = (write: DoneWrite | undefined) => {
    if (write === undefined || 'none' in write.undo) return {};
    const isWhole = !undoneBy.has(write.revision);
    if (!isWhole && openSteps(write, alive, undoing.subjectOf).length === 0) return { Undone: true };
    return undoing.isPresent(write, target) ? { Undo: undoLineOf(log, write.revision) } : {};
  };
  return ({ entry, id, tool, args, by, outcome }) => {
    const { before, after, error } = stepOf(entry).step === 'intent' ? NOTHING : outcomeIn(entry);
    return {
      ...{ Id: id, At: entry.at, Principal: by, Tool: tool, Arguments: args },
      ...{ Before: bounded(before), After: bounded(after), Outcome: outcome },
      ...(error !== undefined && { Error: cutText(error.message, MAX_ERROR) }),
      ...stateOf(byId.get(id)),
    };
  };
}

const NOTHING = { before: null, after: null, error: undefined };

/** What an entry changed, for the error of a call that expects an earlier revision. */
export function changeOf(entry: Entry, { operations, log }: UnityWrites) {
  if (stepOf(entry).step === 'intent' || changedNothing(entry)) return undefined;
  const { tool, arguments: args } = stepOf(entry);
  const principal = tool === RESTART ? null : callerName(entry);
  return {
    id: entry.revision,
    tool,
    principal,
    subject: subjectOf(doneWrite(entry, log), operations) ?? JSON.stringify(args),
  };
}

/** What a write changed, in words, if it is one thing. */
export function subjectOf({ undo }: DoneWrite, operations: UnityWrites['operations']): string | undefined {
  if ('none' in undo || undo.steps.length !== 1) return undefined;
  const [{ call }] = undo.steps as readonly [InverseStep];
  const { tool, arguments: args } = call as { readonly tool: string; readonly arguments: object };
  return operations.get(tool)?.what?.(args);
}
