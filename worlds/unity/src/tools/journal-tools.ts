import { isDeepStrictEqual } from 'node:util';
import { type Access, type Tool, WorldError } from '@worldwire/server';
import { cutText, undoLine } from '@worldwire/server/kit';
import { z } from 'zod';
import { confirm, paging } from '../dto/inputs.js';
import { fitting, pageFrom } from '../dto/page.js';
import * as dto from '../dto/schemas.js';
import { type KeptEntry, writerOf } from '../writes/journal.js';
import { isSame, keyOf, shown } from '../writes/reversal.js';
import { subjectOf } from '../writes/revision.js';
import { stepOf, type UndoStep, undo } from '../writes/undo.js';
import {
  accessOfUndo,
  chooseUndo,
  isUndone,
  notUndoable,
  requireAccess,
  type UndoChoice,
} from '../writes/undo-choice.js';
import type { ToolParts } from './parts.js';
import { changed, whole } from './planned-effect.js';

const MAX_ASKED = 20;
const MAX_WHY = 500;
const MAX_REASON = 2_000;
const MAX_LEFT_BYTES = 16 * 1024;

const since = z.int().min(0).optional();
const mine = z.boolean().optional().describe('Only your own.');

/** An entry that is not undone, and the reason. */
interface Left {
  readonly id: number;
  readonly tool: string;
  readonly why: string;
}

export function journalTools({ kit, journal }: ToolParts): readonly Tool[] {
  /** What undoing these entries does, the newest first. */
  const stepsOf = async ({ chosen, final }: UndoChoice, force: boolean, allowed: Access) => {
    const steps: UndoStep[] = [];
    const left = final.map(entry => leftOf(entry, notUndoable(entry)));
    const known = new Map<string, unknown>();
    for (const each of chosen) {
      try {
        requireAccess(each, allowed);
        const step = await stepOf(journal, each, force, known);
        if (step.obstacle !== undefined && !force) throw step.obstacle;
        steps.push(step);
        known.set(keyOf(step.reversal), step.reversal.to);
      } catch (thrown) {
        if (!(thrown instanceof WorldError) || chosen.length + final.length === 1) throw thrown;
        left.push(leftOf(each.entry, thrown));
      }
    }
    return { steps, left };
  };
  return [
    kit.reading({
      name: 'ListJournal',
      title: 'List writes',
      description: 'Lists writes, newest first, with values before and after, outcome and undo.',
      input: z.object({ since: since.describe('Only after this revision.'), mine, ...paging }),
      output: dto.pageShape(dto.journalEntry),
      run: ({ since = 0, mine, ...paging }, { answerBytes, principal }) => {
        const entries = journal.after(since).filter(entry => mine !== true || entry.principal === principal);
        return pageFrom(entries, paging, answerBytes, dtoOf);
      },
    }),
    kit.writing({
      name: 'UndoWrite',
      view: true,
      title: 'Undo writes',
      description:
        'Undoes the entry `id` of ListJournal, or all after the revision `since`, newest first. Leaves values that have changed again.',
      destructive: true,
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
      accessOf: (args, { principal }) => {
        try {
          return accessOfUndo(chooseUndo(journal, args, principal));
        } catch (thrown) {
          // The call fails with the same error.
          if (thrown instanceof WorldError) return 'write';
          throw thrown;
        }
      },
      raises: [{ access: 'danger', when: 'it undoes or restarts code' }],
      prepare: async (args, { principal, access }) => {
        const choice = chooseUndo(journal, args, principal);
        const { steps, left } = await stepsOf(choice, args.force === true, access);
        const isSingle = args.id !== undefined && choice.chosen.length === 1;
        if (steps.length > 0) return { steps, left, isSingle };
        throw nothingToUndo(left);
      },
      final: (_, { steps }) =>
        steps.every(({ reversal }) => reversal.once !== undefined) ? steps[0]?.reversal.once : undefined,
      shows: ({ steps, isSingle }) => ({
        undoes: steps.map(({ entry }) => entry.tool).join(', '),
        // All of it, because a person confirms it.
        restores: isSingle ? steps[0]?.reversal.to : steps.map(({ reversal }) => reversal.to),
      }),
      question: (_, { steps }) => {
        const subjects = steps.slice(0, MAX_ASKED).map(({ entry }) => `${entry.tool}: ${subjectOf(entry)}`);
        const more = steps.length > MAX_ASKED ? ` and ${steps.length - MAX_ASKED} more` : '';
        return `Undo ${subjects.join('; ')}${more}?`;
      },
      plan: (_, { steps, left, isSingle }) => {
        const values = steps.map(({ entry, reversal, now }) => ({
          id: entry.id,
          before: shown(reversal, now),
          after: shown(reversal, reversal.to),
        }));
        // Values may be shown by less than what is restored, such as a script by its size.
        const also = new Set(
          steps
            .filter(
              ({ reversal, now }, index) =>
                isDeepStrictEqual(values[index]?.before, values[index]?.after) &&
                !isSame(reversal, now, reversal.to),
            )
            .map(({ reversal }) => reversal.what),
        );
        const items = steps.flatMap(({ reversal: { what, nullIsValue } }, index) => {
          const { before, after } = values[index] as UndoneValue;
          if (also.has(what)) return whole('overwrites', what);
          return changed(what, before, after, nullIsValue ? 'overwrites' : undefined);
        });
        return {
          ...inAnswer(values, isSingle),
          more: { undone: idsOf(values), ...leftIn(left), ...(also.size > 0 && { also: [...also] }) },
          items,
        };
      },
      run: async ({ force }, write, _, { steps, left, isSingle }) => {
        const values: UndoneValue[] = [];
        const failed = [...left];
        for (const planned of steps) {
          const { entry } = planned;
          try {
            const step = await stepOf(journal, planned, force === true);
            if (step.obstacle !== undefined && force !== true) throw step.obstacle;
            values.push({ id: entry.id, ...(await undo(step, write)) });
          } catch (thrown) {
            if (!(thrown instanceof WorldError) || isSingle) throw thrown;
            failed.push(leftOf(entry, thrown));
          }
        }
        const { before, after } = inAnswer(values, isSingle);
        return { ok: true, ...write.wrote(before, after), undone: idsOf(values), ...leftIn(failed) };
      },
    }),
  ];
}

interface UndoneValue {
  readonly id: number;
  readonly before: unknown;
  readonly after: unknown;
}

function leftOf({ id, tool }: KeptEntry, { message }: WorldError): Left {
  return { id, tool, why: message };
}

function idsOf(values: readonly UndoneValue[]): number[] {
  return [...new Set(values.map(({ id }) => id))];
}

/** The values of one entry, or lists with the id of each. */
function inAnswer(values: readonly UndoneValue[], isSingle: boolean) {
  const [only] = values;
  if (isSingle && only !== undefined) return { before: only.before, after: only.after };
  return {
    before: values.map(({ id, before }) => ({ id, value: before })),
    after: values.map(({ id, after }) => ({ id, value: after })),
  };
}

/** The first of them that fit, and their number if these are not all. */
function leftIn(left: readonly Left[]): object {
  if (left.length === 0) return {};
  const kept = fitting(
    left.map(({ why, ...rest }) => ({ ...rest, why: cutText(why, MAX_WHY) })),
    MAX_LEFT_BYTES,
  );
  return { left: kept, ...(kept.length < left.length && { leftTotal: left.length }) };
}

function nothingToUndo(left: readonly Left[]): WorldError {
  if (left.length === 0) {
    return new WorldError('NotFound', 'There is nothing to undo.', 'ListJournal lists the writes.');
  }
  return new WorldError(
    'Conflict',
    cutText(
      `None of the ${left.length} writes can be undone: ${left.map(({ id, why }) => `${id}: ${why}`).join(' ')}`,
      MAX_REASON,
    ),
    'With force: true values that have changed again are restored, too.',
  );
}

function dtoOf(entry: KeptEntry) {
  const { id, at, tool, args, before, after, outcome, error, changes } = entry;
  return {
    Id: id,
    At: at,
    Principal: writerOf(entry),
    Tool: tool,
    Arguments: args,
    Before: before ?? null,
    After: after ?? null,
    Outcome: outcome,
    ...(error !== undefined && { Error: error }),
    ...(isUndone(entry) && { Undone: true }),
    ...(changes.some(({ undone, reversal }) => !undone && reversal.final === undefined) && {
      Undo: undoLine('UndoWrite', { id }),
    }),
  };
}
