import type { JsonObject } from '@worldwire/protocol';
import { type Context, type Tool, WRITE_ARGUMENTS } from '@worldwire/server';
import { structuredAnswer, undoLine, writeTool } from '@worldwire/server/kit';
import { named } from '../log/done-writes.js';
import { fitValue } from '../log/fit-values.js';
import type { WriteLog } from '../log/write-log.js';
import type { Writes } from '../run/pipeline.js';
import type { PlannedWrite, PreparedWrite, WriteTarget } from '../run/prepared-write.js';
import { type PlannedStep, Undoing, type UndoPlan } from './undo.js';
import { undoDefinition } from './undo-request.js';

/** A further undo needs more characters than what the undo takes back, to go on. */
const RULES = { maxSteps: 50, maxCharacters: 64_000, maxKept: 256_000 } as const;
/** Characters of one value in an answer, and of all together. */
const MAX_VALUE = 1_000;
const MAX_VALUES = 40_000;

interface ToolPlan extends PlannedWrite {
  readonly undoing: UndoPlan;
}

interface Wanted {
  readonly revision?: number | undefined;
  readonly since?: number | undefined;
  readonly mine: boolean;
  readonly force: boolean;
}

/**
 * The tool that takes back writes of `defineWrite`, also after a restart, if the log is in a store.
 *
 *     tools: [setMoisture, undoTool(writes), listWritesTool(writes)]
 */
export function undoTool<Target extends WriteTarget>(writes: Writes<Target>): Tool {
  const name = writes.log.names.undo;
  const undoing = new Undoing(writes, RULES);
  return writeTool({
    ...undoDefinition(writes.log.names),
    common: WRITE_ARGUMENTS,
    accessOf: (wanted, caller) => () => undoing.access(wanted, caller),
    plan: (wanted, context) =>
      writes.plan(name, wanted as JsonObject, context, undoOf(writes, undoing, wanted, context)),
    call: async (wanted, context) => {
      const write = undoOf(writes, undoing, wanted, context);
      const { answer, revision } = await writes.perform(name, wanted as JsonObject, context, write);
      return structuredAnswer({ ...answer, revision }, { revision });
    },
  });
}

function undoOf<Target extends WriteTarget>(
  { log }: Writes<Target>,
  undoing: Undoing<Target>,
  wanted: Wanted,
  context: Context,
): PreparedWrite<Target, ToolPlan> {
  return {
    needsPlan: true,
    plan: async target => {
      const plan = await undoing.plan(wanted, context, target);
      const { steps, items, undo, question } = plan;
      return {
        ...{ undoing: plan, items, undo },
        before: steps.map(({ now }) => now),
        after: steps.map(({ after }) => after),
        answer: answerOf(steps, plan, wanted, log),
        ...(question !== undefined && { question }),
      };
    },
    run: async (target, planned) => {
      const { undoing: plan } = planned as ToolPlan;
      const { steps, undo, touched, stopped } = await undoing.run(plan, wanted, context, target);
      const state = stopped?.isUnsure ? 'may or may not have been undone' : 'was not undone';
      const ended = stopped && { stopped: `${named(stopped.write, log)} ${state}: ${stopped.why}` };
      return {
        before: steps.map(({ now }) => now),
        after: steps.map(({ after }) => after),
        answer: { ...answerOf(steps, plan, wanted, log), ...ended },
        ...{ undo, touched },
      };
    },
  };
}

function answerOf(
  steps: readonly PlannedStep[],
  { left, isCut }: Pick<UndoPlan, 'left' | 'isCut'>,
  wanted: Wanted,
  { names }: WriteLog,
): JsonObject {
  const max = Math.min(MAX_VALUE, Math.floor(MAX_VALUES / (2 * steps.length)));
  return {
    undone: steps.map(({ write: { revision, tool }, what, now, after }) => ({
      ...{ revision, tool, what },
      before: fitValue(now, max),
      after: fitValue(after, max),
    })),
    ...(left.length > 0 && {
      skipped: left.map(({ write: { revision, tool }, why }) => ({ revision, tool, reason: why })),
    }),
    ...(isCut && { next: undoLine(names.undo, given(wanted)) }),
  };
}

function given({ revision, since, mine, force }: Wanted): JsonObject {
  return {
    ...(revision === undefined ? { since: since as number } : { revision }),
    ...(mine && { mine }),
    ...(force && { force }),
  };
}
