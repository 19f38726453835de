import { useSignal, useSignalEffect } from '@preact/signals';
import { Failure } from '../explorer/failure.js';
import { LogList, type LogRow } from '../explorer/log-list.js';
import type { LogLine } from './cards.js';
import type { SceneStore } from './scene-store.js';

const PAGE = 200;
const MAX_LINES = 4_000;
const LEVELS = ['info', 'warning', 'error'] as const;

interface Tail {
  readonly Total: number;
  readonly Items: readonly LogLine[];
  readonly Last: number;
  readonly Remaining?: number;
  readonly Dropped?: number;
}

/** The log of the scene, live. */
export function LogPanel({ store }: { readonly store: SceneStore }) {
  const lines = useSignal<readonly LogRow[]>([]);
  const total = useSignal(0);
  const last = useSignal<number | undefined>(undefined);
  const levels = useSignal<ReadonlySet<string>>(new Set(LEVELS));
  const query = useSignal('');
  const failure = useSignal<unknown>(undefined);
  const reading = useSignal(false);
  useSignalEffect(() => {
    void store.logChanged.value;
    if (!reading.peek()) void follow();
  });
  const text = query.value.trim().toLowerCase();
  const shown = lines.value.filter(
    line =>
      levels.value.has(line.level) &&
      (text === '' || line.text.toLowerCase().includes(text) || line.source.toLowerCase().includes(text)),
  );
  return (
    <>
      <div class="explorer-bar">
        <input
          class="ui-input explorer-search"
          type="search"
          placeholder="Filter the log"
          aria-label="Filter the log by text or source"
          data-testid="log-filter"
          value={query.value}
          onInput={event => {
            query.value = event.currentTarget.value;
          }}
        />
        {LEVELS.map(level => (
          <button
            key={level}
            type="button"
            class="ui-button"
            aria-pressed={levels.value.has(level)}
            data-testid={`log-level-${level}`}
            onClick={() => {
              const next = new Set(levels.value);
              if (!next.delete(level)) next.add(level);
              levels.value = next;
            }}
          >
            {level}
          </button>
        ))}
        <span class="ui-muted" role="status">
          {shown.length} of {total.value}
        </span>
        <button
          type="button"
          class="ui-button"
          data-testid="log-older"
          disabled={lines.value.length >= total.value || lines.value.length >= MAX_LINES}
          onClick={() => void older()}
        >
          Older
        </button>
      </div>
      <Failure thrown={failure.value} />
      <LogList lines={shown} />
    </>
  );

  /** Reads the newest lines, and then those after the last one that was read. */
  async function follow(): Promise<void> {
    reading.value = true;
    try {
      const since = last.peek();
      const tail = await store.call<Tail>('TailLogs', since === undefined ? { count: PAGE } : { since });
      const kept = since === undefined || (tail.Dropped ?? 0) > 0 || tail.Last < since ? [] : lines.peek();
      const first = tail.Last - (tail.Remaining ?? 0) - tail.Items.length + 1;
      lines.value = [...kept, ...tail.Items.map((line, index) => rowOf(line, first + index))].slice(
        -MAX_LINES,
      );
      total.value = tail.Total;
      last.value = tail.Last;
      failure.value = undefined;
    } catch (thrown) {
      failure.value = thrown;
    } finally {
      reading.value = false;
    }
  }

  async function older(): Promise<void> {
    try {
      const tail = await store.call<Tail>('TailLogs', { count: PAGE, offset: lines.peek().length });
      const first = Number(lines.peek()[0]?.id ?? 0) - tail.Items.length;
      lines.value = [...tail.Items.map((line, index) => rowOf(line, first + index)), ...lines.peek()];
    } catch (thrown) {
      failure.value = thrown;
    }
  }
}

function rowOf({ T, Level, Message, Source }: LogLine, number: number): LogRow {
  return { id: String(number), at: T, level: Level, source: Source, text: Message };
}
