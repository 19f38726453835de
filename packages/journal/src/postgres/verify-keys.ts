import type { QueryResultRow } from 'pg';
import { JournalDamaged } from '../contract/errors.js';
import type { OperationKey, Recorded } from '../contract/journal.js';
import type { Findings } from '../integrity/verify-logs.js';
import { checkCreation, checkedOperation } from '../rows/checked-rows.js';
import type { Stored } from '../rows/checksums.js';
import type { Connections, Query } from './connections.js';
import { SQL } from './postgres-statements.js';

const ROWS_PER_PAGE = 1_000;
const MAX_LISTED = 20;

type OperationRow = Stored<OperationKey & Recorded> & { readonly id: string | null; readonly log: number };
type CreationRow = Stored<OperationKey> & { readonly id: string | null };

/** Checks the operation keys, which no read of a log covers. */
export async function verifyKeys(connections: Connections, findings: Findings): Promise<void> {
  const positionOf = ({ log, principal, key }: OperationRow) => [log, principal, key];
  for await (const row of allRows(connections, SQL.operations, [0, '', ''], positionOf)) {
    findings.check(() => {
      if (row.id === null) throw new JournalDamaged('An operation key refers to a log that does not exist.');
      checkedOperation(row.id, row);
    });
  }
  const keyOf = ({ principal, key }: CreationRow) => [principal, key];
  for await (const row of allRows(connections, SQL.creations, ['', ''], keyOf)) {
    findings.check(() => {
      if (row.id === null)
        throw new JournalDamaged('The key that created a log refers to a log that does not exist.');
      checkCreation(row.id, row);
    });
  }
  const { rows } = await connections.query<{ id: string; revision: number }>(SQL.withoutOperation, [
    MAX_LISTED,
  ]);
  for (const { id, revision } of rows) {
    findings.add(`The operation key of revision ${revision} of log ${JSON.stringify(id)} is missing.`);
  }
}

async function* allRows<Row extends QueryResultRow>(
  connections: Connections,
  query: Query,
  start: readonly unknown[],
  positionOf: (row: Row) => readonly unknown[],
): AsyncGenerator<Row> {
  for (let position = start; ; ) {
    const { rows } = await connections.query<Row>(query, [...position, ROWS_PER_PAGE]);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    position = positionOf(last);
  }
}
