import { AppendFile } from '../audit/append-file.js';
import { readAuditKey } from '../audit/audit-key.js';
import { auditPath, chainPaths, listChains } from '../audit/audit-paths.js';
import { BrokenChain, checkChain } from '../audit/chain-state.js';
import { codeOf, reasonOf } from '../errors/problem.js';
import { type Finding, fail, ok } from '../findings/finding.js';
import type { Settings } from '../settings/settings.js';

const CHECK = 'audit';

/** Checks that the audit can be written, and that its last records fit its head. */
export async function checkAuditFile({
  data,
  auditKey,
}: Pick<Settings, 'data' | 'auditKey'>): Promise<readonly Finding[]> {
  const path = auditPath(data);
  try {
    const key = readAuditKey(auditKey);
    const writable = canBeWritten(path);
    const broken = listChains(data).flatMap(files => {
      const state = checkChain(data, files, chainPaths(data, files.name), key);
      return state instanceof BrokenChain ? [fail(CHECK, `${files.name}: ${state.reason}`, VERIFY)] : [];
    });
    if (broken.length > 0 || !writable) return broken;
    return [ok(CHECK, `${path} can be written, and its end fits its head`)];
  } catch (thrown) {
    return [fail(CHECK, reasonOf(thrown), 'Give this user the right to write to it, or move it away.')];
  }
}

/** False where the file does not exist yet: the check of the data folder finds whether it can be created. */
function canBeWritten(path: string): boolean {
  try {
    new AppendFile(path).check();
    return true;
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw thrown;
  }
}

const VERIFY =
  'Run "worldwire audit verify". Servers write to another chain. Move the files of this one to an archive when it was examined.';
