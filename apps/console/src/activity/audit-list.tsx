import { useSignal } from '@preact/signals';
import { callerName } from '@worldwire/protocol';
import { useEffect } from 'preact/hooks';
import { type AuditRecord, listAudit } from '../api/operator.js';
import { onRecords } from '../state/audit-feed.js';
import { go, place } from '../state/place.js';
import { operatedWorlds } from '../state/session.js';
import { worlds } from '../state/worlds.js';
import { Untrusted } from '../text/untrusted.js';
import { AgentName } from '../ui/agent-name.js';
import { durationText } from '../ui/ago-text.js';
import { Badge } from '../ui/badge.js';
import { Empty } from '../ui/empty.js';
import { Failure } from '../ui/failure.js';
import { VirtualList } from '../ui/virtual-list.js';
import {
  type AuditFilter,
  approvedText,
  filterOf,
  isWanted,
  KINDS,
  OUTCOMES,
  outcomeKind,
  outcomeOf,
  queryOf,
  recordText,
  rowsOf,
  SINCE,
} from './audit-rows.js';
import { RecordDialog } from './record-dialog.js';

const MAX_RECORDS = 5_000;
const PAGE = 200;
const ROW_HEIGHT = 32;

/** The audit by filters, paged, with new records at the top. The address has the filters. */
export function AuditList() {
  const filter = filterOf(place.value.more, operatedWorlds());
  const key = JSON.stringify(filter);
  const records = useSignal<readonly AuditRecord[]>([]);
  const next = useSignal<string | undefined>(undefined);
  const isLoading = useSignal(true);
  const failure = useSignal<Error | undefined>(undefined);
  const opened = useSignal<AuditRecord | undefined>(undefined);
  const load = async (cursor: string | undefined) => {
    isLoading.value = true;
    try {
      const query = {
        ...queryOf(filter, Date.now()),
        limit: String(PAGE),
        ...(cursor !== undefined && { cursor }),
      };
      const page = await listAudit(query);
      if (JSON.stringify(filterOf(place.peek().more, operatedWorlds())) !== key) return;
      records.value = [...(cursor === undefined ? [] : records.value), ...page.records];
      next.value = page.nextCursor;
      failure.value = undefined;
    } catch (thrown) {
      failure.value = thrown instanceof Error ? thrown : new Error(String(thrown));
    } finally {
      isLoading.value = false;
    }
  };
  useEffect(() => {
    records.value = [];
    next.value = undefined;
    void load(undefined);
    return onRecords(added => {
      const wanted = added.filter(record => isWanted(record, filter)).toReversed();
      if (wanted.length > 0) records.value = [...wanted, ...records.value].slice(0, MAX_RECORDS);
    });
  }, [key]);
  const rows = rowsOf(records.value);
  const isUnfiltered = Object.keys(filterOf(place.value.more, undefined)).length === 0;
  return (
    <section class="activity-audit" aria-label="Audit" data-testid="audit">
      <Filters filter={filter} isOneWorld={operatedWorlds() !== undefined} />
      {failure.value !== undefined ? (
        <Failure error={failure.value} onRetry={() => void load(undefined)} />
      ) : rows.length === 0 && !isLoading.value ? (
        <Empty
          icon="activity"
          title={isUnfiltered ? 'Nothing was written yet' : 'No record fits these filters'}
          text={
            isUnfiltered
              ? 'Every call that may change a world is recorded here. Connect an agent.'
              : 'Remove a filter to see more.'
          }
          {...(isUnfiltered && { command: 'npx worldwire setup' })}
        />
      ) : (
        <div class="activity-records">
          <VirtualList
            count={rows.length}
            rowHeight={ROW_HEIGHT}
            onEnd={() => {
              if (next.value !== undefined && !isLoading.value && records.value.length < MAX_RECORDS)
                void load(next.value);
            }}
            renderRow={index => (
              <Row
                key={`${rows[index]!.chain} ${rows[index]!.seq}`}
                record={rows[index]!}
                onOpen={record => {
                  opened.value = record;
                }}
              />
            )}
          />
        </div>
      )}
      {opened.value !== undefined && (
        <RecordDialog
          record={opened.value}
          onClose={() => {
            opened.value = undefined;
          }}
        />
      )}
    </section>
  );
}

function Row({
  record,
  onOpen,
}: {
  readonly record: AuditRecord;
  readonly onOpen: (record: AuditRecord) => void;
}) {
  const outcome = outcomeOf(record);
  const at = new Date(record.at);
  return (
    <button
      type="button"
      class="activity-record"
      data-testid="record"
      data-outcome={outcome}
      onClick={() => onOpen(record)}
    >
      <time dateTime={record.at} title={at.toLocaleString()} class="ui-muted">
        {timeText(at)}
      </time>
      <span class="activity-record-who">
        {record.principal !== undefined && (
          <AgentName name={callerName({ ...record, principal: record.principal })} />
        )}
      </span>
      <span class="ui-muted ui-wide-only">
        <Untrusted text={record.world ?? ''} max={24} />
      </span>
      <span class="activity-record-what">
        <Untrusted text={recordText(record)} max={160} />
        {record.dryRun && <Badge>dry run</Badge>}
        {record.approver !== undefined && (
          <span class="activity-record-approver ui-wide-only">
            <Badge kind="accent">
              <Untrusted text={approvedText(record)} max={60} />
            </Badge>
          </span>
        )}
      </span>
      <span class="ui-muted ui-wide-only activity-number">
        {record.revision !== undefined && `rev ${String(record.revision).slice(0, 12)}`}
      </span>
      <span class="ui-muted ui-wide-only activity-number">
        {record.ms !== undefined && durationText(record.ms)}
      </span>
      <span class="activity-outcome">
        <Badge kind={outcomeKind(outcome)}>
          <Untrusted text={outcome} max={16} />
        </Badge>
      </span>
    </button>
  );
}

function Filters({ filter, isOneWorld }: { readonly filter: AuditFilter; readonly isOneWorld: boolean }) {
  const set = (name: string, value: string) => {
    const { [name]: _, ...rest } = place.value.more;
    go({ more: value === '' ? rest : { ...rest, [name]: value } }, true);
  };
  const choice = (name: keyof AuditFilter, label: string, options: readonly string[]) => (
    <select
      class="ui-input"
      aria-label={label}
      value={filter[name] ?? ''}
      data-testid={`filter-${name}`}
      onInput={event => set(name, event.currentTarget.value)}
    >
      {!(name === 'world' && isOneWorld) && <option value="">{label}: any</option>}
      {options.map(option => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
  const text = (name: keyof AuditFilter, label: string) => (
    <input
      class="ui-input"
      type="text"
      placeholder={label}
      aria-label={label}
      autocomplete="off"
      spellcheck={false}
      value={filter[name] ?? ''}
      data-testid={`filter-${name}`}
      onChange={event => set(name, event.currentTarget.value.trim())}
    />
  );
  return (
    <form class="activity-filters" aria-label="Filters" onSubmit={event => event.preventDefault()}>
      {text('principal', 'Principal')}
      {choice(
        'world',
        'World',
        (worlds.value ?? []).map(({ name }) => name),
      )}
      {text('tool', 'Tool')}
      {choice('outcome', 'Outcome', OUTCOMES)}
      {choice('kind', 'Kind', KINDS)}
      {choice('since', 'Since', Object.keys(SINCE))}
    </form>
  );
}

function timeText(at: Date): string {
  const isToday = new Date().toDateString() === at.toDateString();
  return isToday
    ? at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })
    : at.toLocaleDateString([], {
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hour12: false,
      });
}
