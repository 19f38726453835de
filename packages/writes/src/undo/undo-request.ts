import { type Access, type AccessCaller, type RaisedAccess, WorldError } from '@worldwire/server';
import { z } from 'zod';
import type { WriteLog, WriteNames } from '../log/write-log.js';

const RAISES: readonly RaisedAccess[] = [
  { access: 'danger', when: 'it takes back a write that needed eval, or itself writes what needs eval' },
];
const input = z.object({
  revision: z.int().min(1).optional().describe('Of the write to undo.'),
  since: z.int().min(0).optional().describe('Undo every write after this revision.'),
  mine: z.boolean().default(false).describe('With since: only your own.'),
  force: z.boolean().default(false),
});

/** What the tools that take back writes have in common. */
export function undoDefinition({ list, undo }: WriteNames) {
  return {
    name: undo,
    title: 'Undo writes',
    description: `Undoes the write with a revision of ${list}, or all writes since a revision, newest first. Fails with the reason where a value has changed since; force restores the old one all the same.`,
    input,
    raises: RAISES,
  };
}

/** The access of an undo, or that of the first call with its key. */
export async function accessOfUndo(
  log: WriteLog,
  { principal, operationKey }: AccessCaller,
  read: () => Promise<Access>,
): Promise<Access> {
  try {
    const earlier = operationKey && (await log.accessOf(principal, operationKey));
    return earlier || (await read());
  } catch (thrown) {
    // The call fails with the same error, or its plan refuses what it then finds.
    if (thrown instanceof WorldError) return 'write';
    throw thrown;
  }
}
