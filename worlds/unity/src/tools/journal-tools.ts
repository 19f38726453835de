import type { JsonValue } from '@worldwire/protocol';
import { type Tool, WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';
import {
  type DoneWrite,
  isHidden,
  type LeftWrite,
  named,
  type PlannedStep,
  short,
  Undoing,
  undoLineOf,
  type WriteTarget,
} from '@worldwire/writes';
import { z } from 'zod';
import { confirm, paging } from '../dto/inputs.js';
import { fitting, pageFrom } from '../dto/page.js';
import * as dto from '../dto/schemas.js';
import { callsAfter, listed, subjectOf } from '../writes/entries.js';
import { instanceOf } from '../writes/instance.js';
import type { UnityWrites } from '../writes/unity-writes.js';
import type { ToolParts } from './parts.js';

const MAX_ASKED = 20;
const MAX_WHY = 500;
const MAX_LEFT_BYTES = 16 * 1024;

const since = z.int().min(0).optional();
const mine = z.boolean().optional().describe('Only your own.');

export function journalTools({ kit, writes, scene }: ToolParts): readonly Tool[] {
  const undoing = new Undoing<WriteTarget>(writes, {
    leaves: true,
    obstacle: (step, later) => changedAgain(writes, step, later),
  });
  const target = () => ({ provenance: instanceOf(scene.engine) });
  return [
    kit.reading({
      name: 'ListJournal',
      title: 'List writes',
      description: 'Lists writes, newest first, with values before and after, outcome and undo.',
      input: z.object({ since: since.describe('Only after this revision.'), mine, ...paging }),
      output: dto.pageShape(dto.journalEntry),
      run: async ({ since = 0, mine, ...paging }, { answerBytes, principal }) => {
        const calls = await callsAfter(writes, since);
        const wanted = calls.filter(({ entry }) => mine !== true || entry.principal === principal);
        return pageFrom(wanted, paging, answerBytes, listed(calls, writes, undoing, target()));
      },
    }),
    kit.writing({
      name: 'UndoWrite',
      view: true,
      title: 'Undo writes',
      description:
        'Undoes the entry `id` of ListJournal, or all after the revision `since`, newest first. Leaves values that have changed again.',
      destructive: true,
      withoutEngine: true,
      input: z.object({
        id: z.int().min(1).optional(),
        since,
        mine,
        force: z.boolean().optional().describe('Restores changed values, too.'),
        confirm,
      }),
      output: {
        ...dto.written,
        undone: z.array(z.number()),
        left: z.array(z.unknown()).optional(),
      },
      accessOf: (args, caller) => () => undoing.access(wantedOf(args), caller),
      raises: [{ access: 'danger', when: 'it undoes or restarts code' }],
      prepare: async (args, context) => {
        const plan = await undoing.plan(wantedOf(args), context, target());
        return { plan, isSingle: args.id !== undefined && plan.steps.length + plan.left.length === 1 };
      },
      final: (_, { plan: { undo } }) => ('none' in undo ? undo.none : undefined),
      mayAsk: (_, { plan }) => plan.question !== undefined,
      shows: ({ plan: { steps }, isSingle }) => ({
        undoes: steps.map(({ write }) => write.tool).join(', '),
        // All of it, because a person confirms it.
        restores: isSingle ? steps[0]?.after : steps.map(({ after }) => after),
      }),
      question: (_, { plan: { steps } }) => {
        const subjects = steps.slice(0, MAX_ASKED).map(({ write }) => {
          return `${write.tool}: ${subjectOf(write, writes.operations) ?? JSON.stringify(write.arguments)}`;
        });
        const more = steps.length > MAX_ASKED ? ` and ${steps.length - MAX_ASKED} more` : '';
        return `Undo ${subjects.join('; ')}${more}?`;
      },
      plan: (_, { plan: { steps, left, items, question }, isSingle }) => {
        const also = [...new Set(steps.filter(isHidden).map(({ what }) => what))];
        return {
          ...inAnswer(steps, isSingle),
          more: { undone: idsOf(steps), ...leftIn(left), ...(also.length > 0 && { also }) },
          items,
          isLarge: question !== undefined,
        };
      },
      run: async (args, write, context, { plan, isSingle }) => {
        const { steps, left, undo } = await undoing.run(plan, wantedOf(args), context, target());
        write.undo = undo;
        const { before, after } = inAnswer(steps, isSingle);
        return { ok: true, ...write.wrote(before, after), undone: idsOf(steps), ...leftIn(left) };
      },
    }),
  ];
}

interface UndoArguments {
  readonly id?: number | undefined;
  readonly since?: number | undefined;
  readonly mine?: boolean | undefined;
  readonly force?: boolean | undefined;
}

function wantedOf({ id, since, mine, force }: UndoArguments) {
  return { revision: id, since, mine, force };
}

function idsOf(steps: readonly PlannedStep[]): number[] {
  return [...new Set(steps.map(({ write }) => write.revision))];
}

/** The values of one entry, or lists with the id of each. */
function inAnswer(
  steps: readonly PlannedStep[],
  isSingle: boolean,
): { readonly before: JsonValue; readonly after: JsonValue } {
  const [only] = steps;
  if (isSingle && only !== undefined) return { before: only.shown.now, after: only.shown.after };
  return {
    before: steps.map(({ write, shown }) => ({ id: write.revision, value: shown.now })),
    after: steps.map(({ write, shown }) => ({ id: write.revision, value: shown.after })),
  };
}

/** The first of them that fit, and their number if these are not all. */
function leftIn(left: readonly LeftWrite[]): object {
  if (left.length === 0) return {};
  const all = left.map(({ write, why }) => ({
    ...{ id: write.revision, tool: write.tool },
    why: cutText(why, MAX_WHY),
  }));
  const kept = fitting(all, MAX_LEFT_BYTES);
  return { left: kept, ...(kept.length < left.length && { leftTotal: left.length }) };
}

/** Says what the value is, what it was, and which write changed it. */
function changedAgain(
  { log }: UnityWrites,
  { write, what, shown: { expected, now, after } }: PlannedStep,
  later: DoneWrite | undefined,
): WorldError {
  const forced = `${undoLineOf(log, write.revision, { force: true })}`;
  const cause =
    later === undefined
      ? 'No write in the journal did that: the scene itself did (physics, animation or a script).'
      : `${named(later, log)} did that.`;
  return new WorldError(
    'Conflict',
    `The value that ${named(write, log)} wrote has changed again: ${what} is now ${short(now)}, and was ${short(expected)}. ${cause}`,
    later === undefined
      ? `${forced} sets ${short(after)} all the same.`
      : `Undo the newer one first (${undoLineOf(log, later.revision)}), or set ${short(after)} all the same: ${forced}.`,
    { now, was: expected, restores: after },
  );
}
