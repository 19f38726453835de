import { type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { confirm, pages } from '../dto/inputs.js';
import * as dto from '../dto/schemas.js';
import type { Journal, KeptEntry, Undo } from '../writes/journal.js';
import type { ToolParts } from './parts.js';

export function journalTools({ kit, journal }: ToolParts): readonly Tool[] {
  return [
    kit.reading({
      name: 'ListJournal',
      title: 'List writes',
      description:
        'Lists guarded calls, newest first: principal, tool, arguments, values before and after, outcome.',
      input: pages,
      output: dto.pageShape(dto.journalEntry),
      run: paging => journal.list(paging),
    }),
    kit.writing({
      name: 'UndoWrite',
      title: 'Undo a write',
      description:
        'Restores the value that an entry of ListJournal changed, unless it has changed again. For active state, members, parents, selection, time, freecam and clipboard.',
      destructive: true,
      input: z.object({ id: z.int().min(1).describe('Id in ListJournal.'), confirm }),
      output: dto.written,
      prepare: ({ id }) => {
        const entry = entryOf(journal, id);
        return { undoes: entry.tool, restores: undoOf(entry).restores };
      },
      run: async ({ id }, write) => {
        const entry = entryOf(journal, id);
        const undo = undoOf(entry);
        undo.permit?.();
        if (await alive(entry, () => undo.changed())) {
          throw new WorldError(
            'Conflict',
            `The value that ${named(entry)} wrote has changed again.`,
            'Read it, and write the value you want.',
          );
        }
        const { before, after } = await alive(entry, () => undo.restore(write));
        entry.undone = true;
        return { ok: true, ...write.wrote(before, after) };
      },
    }),
  ];
}

function entryOf(journal: Journal, id: number): KeptEntry {
  const entry = journal.find(id);
  if (entry !== undefined) return entry;
  throw new WorldError(
    'NotFound',
    `The journal has no entry ${id}.`,
    'ListJournal lists the entries; the oldest are dropped.',
  );
}

function undoOf(entry: KeptEntry): Undo {
  const { undone, undo, outcome } = entry;
  if (undone) throw new WorldError('Conflict', `${named(entry)} is undone already.`);
  if (undo !== undefined) return undo;
  throw new WorldError(
    'InvalidArgument',
    outcome === 'done'
      ? `${named(entry)} cannot be undone.`
      : `${named(entry)} changed nothing: it was ${outcome}.`,
  );
}

/** An object that no longer exists is a Conflict; NotFound is for a missing entry. */
async function alive<Result>(entry: KeptEntry, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof WorldError) || thrown.kind !== 'NotFound') throw thrown;
    throw new WorldError('Conflict', `${named(entry)} cannot be undone: ${thrown.message}`);
  }
}

function named({ id, tool }: KeptEntry): string {
  return `${tool} (entry ${id})`;
}
