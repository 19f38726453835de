import { AppendFile } from '../audit/append-file.js';
import { auditPath } from '../audit/audit-paths.js';
import { codeOf, reasonOf } from '../errors/problem.js';
import { type Finding, fail, ok } from '../findings/finding.js';

const CHECK = 'audit';

export async function checkAuditFile(data: string): Promise<readonly Finding[]> {
  const path = auditPath(data);
  const file = new AppendFile(path);
  try {
    file.check();
    return [ok(CHECK, `${path} can be written`)];
  } catch (thrown) {
    // The check of the data folder finds whether it can be created.
    const code = codeOf(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    return [fail(CHECK, reasonOf(thrown), 'Give this user the right to write to it, or move it away.')];
  }
}
