import { useSignal, useSignalEffect } from '@preact/signals';
import { Failure } from '../explorer/failure.js';
import { LogList, type LogRow } from '../explorer/log-list.js';
import { Untrusted } from '../text/untrusted.js';
import { Empty } from '../ui/empty.js';
import type { Answered } from './answers.js';
import { ProvenanceBadge } from './provenance.js';
import type { UnrealStore } from './unreal-store.js';

const PAGE = 200;
const MAX_LINES = 4_000;
const SEARCH_MS = 250;
const LEVELS = ['verbose', 'log', 'display', 'warning', 'error', 'fatal'] as const;

interface Tail extends Answered {
  readonly lines: readonly { text: string; at?: string; category?: string; verbosity?: string }[];
  readonly nextCursor?: string;
}

/** The log of the editor or the project, filtered by the source. */
export function LogPanel({ store }: { readonly store: UnrealStore }) {
  const lines = useSignal<readonly LogRow[]>([]);
  const older = useSignal<string | undefined>(undefined);
  const source = useSignal<Tail | undefined>(undefined);
  const query = useSignal('');
  const category = useSignal('');
  const level = useSignal('');
  const failure = useSignal<unknown>(undefined);
  const busy = useSignal(false);
  useSignalEffect(() => {
    void store.logChanged.value;
    const args = filter();
    const stop = new AbortController();
    const timer = setTimeout(() => {
      store.call<Tail>('tail_log', { ...args, lines: PAGE }, stop.signal).then(
        tail => {
          source.value = tail;
          older.value = tail.nextCursor;
          lines.value = rowsOf(tail);
          failure.value = undefined;
        },
        thrown => {
          if (!stop.signal.aborted) failure.value = thrown;
        },
      );
    }, SEARCH_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  });
  return (
    <>
      <div class="explorer-bar">
        <input
          class="ui-input explorer-search"
          type="search"
          placeholder="Text"
          aria-label="Lines with this text"
          data-testid="log-filter"
          value={query.value}
          onInput={event => {
            query.value = event.currentTarget.value;
          }}
        />
        <input
          class="ui-input unreal-category"
          type="search"
          placeholder="Category"
          aria-label="Lines of this category"
          data-testid="log-category"
          value={category.value}
          onInput={event => {
            category.value = event.currentTarget.value;
          }}
        />
        <select
          class="ui-input"
          aria-label="Lines of this severity and worse"
          data-testid="log-level"
          value={level.value}
          onChange={event => {
            level.value = event.currentTarget.value;
          }}
        >
          <option value="">all levels</option>
          {LEVELS.map(each => (
            <option key={each} value={each}>
              {each} and worse
            </option>
          ))}
        </select>
        <button
          type="button"
          class="ui-button"
          data-testid="log-older"
          disabled={busy.value || older.value === undefined || lines.value.length >= MAX_LINES}
          onClick={() => void readOlder()}
        >
          Older
        </button>
        <span class="ui-muted" role="status">
          {lines.value.length} lines
        </span>
        <ProvenanceBadge of={source.value?.provenance} />
      </div>
      <Failure thrown={failure.value} />
      {source.value?.notes?.map(note => (
        <p key={note} class="explorer-note">
          <Untrusted text={note} max={300} />
        </p>
      ))}
      {lines.value.length === 0 && source.value !== undefined ? (
        <Empty title="No lines" text="Nothing in the log matches." />
      ) : (
        <LogList lines={lines.value} />
      )}
    </>
  );

  function filter(): Record<string, string> {
    return {
      ...(query.value.trim() !== '' && { query: query.value.trim() }),
      ...(category.value.trim() !== '' && { category: category.value.trim() }),
      ...(level.value !== '' && { level: level.value }),
    };
  }

  async function readOlder(): Promise<void> {
    busy.value = true;
    try {
      const tail = await store.call<Tail>('tail_log', { ...filter(), lines: PAGE, cursor: older.peek() });
      older.value = tail.nextCursor;
      const before = rowsOf(tail).map((row, index) => ({
        ...row,
        id: `${older.peek() ?? 'first'} ${index}`,
      }));
      lines.value = [...before, ...lines.peek()];
      failure.value = undefined;
    } catch (thrown) {
      failure.value = thrown;
    } finally {
      busy.value = false;
    }
  }
}

function rowsOf({ lines }: Tail): readonly LogRow[] {
  return lines.map(({ text, at, category, verbosity }, index) => ({
    id: String(index),
    at,
    level: (verbosity ?? 'log').toLowerCase(),
    source: category ?? '',
    text,
  }));
}
