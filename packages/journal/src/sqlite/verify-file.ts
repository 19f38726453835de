import type { Findings } from '../integrity/verify-logs.js';
import type { Database } from './binding.js';
import { type CheckedReads, checkOperationRow } from './checked-reads.js';
import { checkStructure } from './sqlite-schema.js';
import type { Statements } from './sqlite-statements.js';

const MAX_LISTED = 20;

/** Checks pages, indexes and operation keys, which no read of a log covers. */
export function verifyFile(
  database: Database,
  sql: Statements,
  reads: CheckedReads,
  findings: Findings,
): void {
  findings.check(() => checkStructure(database, 'integrity_check'));
  const operations = sql.operations.iterate();
  try {
    for (const row of operations) findings.check(() => checkOperationRow(row));
  } finally {
    // A loop does not close an iterator that throws, and an open statement keeps its read transaction.
    operations.return?.();
  }
  for (const row of sql.creations.all()) findings.check(() => reads.checkedCreation(row));
  for (const { id, revision } of sql.withoutOperation.all(MAX_LISTED)) {
    findings.add(`The operation key of revision ${revision} of log ${JSON.stringify(id)} is missing.`);
  }
}
