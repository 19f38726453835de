import { JournalDamaged } from '../contract/errors.js';
import type { OperationKey, Recorded } from '../contract/journal.js';
import type { Findings } from '../integrity/verify-logs.js';
import { checkCreation, checkedOperation } from '../rows/checked-rows.js';
import type { Stored } from '../rows/checksums.js';
import type { Connections } from './connections.js';
import { SQL } from './postgres-statements.js';

const ROWS = 1_000;
const MAX_LISTED = 20;

type OperationRow = Stored<OperationKey & Recorded> & { readonly id: string | null; readonly log: number };
type CreationRow = Stored<OperationKey> & { readonly id: string | null };

/** Checks the operation keys, which no read of a log covers. */
export async function verifyKeys(connections: Connections, findings: Findings): Promise<void> {
  for (let last: unknown[] | undefined = [0, '', '']; last !== undefined; ) {
    const { rows }: { rows: OperationRow[] } = await connections.query<OperationRow>(SQL.operations, [
      ...last,
      ROWS,
    ]);
    for (const row of rows) {
      findings.check(() => {
        if (row.id === null)
          throw new JournalDamaged('An operation key refers to a log that does not exist.');
        checkedOperation(row.id, row);
      });
    }
    const end = rows.at(-1);
    last = end && [end.log, end.principal, end.key];
  }
  for (let last: unknown[] | undefined = ['', '']; last !== undefined; ) {
    const { rows }: { rows: CreationRow[] } = await connections.query<CreationRow>(SQL.creations, [
      ...last,
      ROWS,
    ]);
    for (const row of rows) {
      findings.check(() => {
        if (row.id === null)
          throw new JournalDamaged('The key that created a log refers to a log that does not exist.');
        checkCreation(row.id, row);
      });
    }
    const end = rows.at(-1);
    last = end && [end.principal, end.key];
  }
  const { rows } = await connections.query<{ id: string; revision: number }>(SQL.withoutOperation, [
    MAX_LISTED,
  ]);
  for (const { id, revision } of rows) {
    findings.add(`The operation key of revision ${revision} of log ${JSON.stringify(id)} is missing.`);
  }
}
