import type { AuditRecord } from '../api/operator.js';
import { addressOfRecord } from '../state/record-link.js';
import { visibleText } from '../text/visible-text.js';
import { Dialog } from '../ui/dialog.js';
import { JsonTree } from '../ui/json-tree.js';
import { recordText } from './audit-rows.js';

/** All that the audit knows of one call or note, with a link to what it did. */
export function RecordDialog({
  record,
  onClose,
}: {
  readonly record: AuditRecord;
  readonly onClose: () => void;
}) {
  const address = addressOfRecord(record);
  const { arguments: given, ...rest } = record;
  return (
    <Dialog
      title={visibleText(recordText(record), 80)}
      wide
      onClose={onClose}
      testid="record-detail"
      {...(address !== undefined && {
        actions: (
          <a class="ui-button ui-button-primary" href={address} data-testid="record-link" onClick={onClose}>
            {record.outcome === 'done' && record.revision !== undefined
              ? `Show revision ${String(record.revision).slice(0, 20)}`
              : 'Show in the world'}
          </a>
        ),
      })}
    >
      <JsonTree value={{ ...rest, ...(given !== undefined && { arguments: parsed(given) }) }} />
    </Dialog>
  );
}

/** Arguments in the audit are cut, so that they may not be JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
