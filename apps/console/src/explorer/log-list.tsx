import { useSignal } from '@preact/signals';
import { Untrusted } from '../text/untrusted.js';
import { VirtualList } from '../ui/virtual-list.js';

export interface LogRow {
  readonly id: string;
  /** ISO time, if the source has it. */
  readonly at?: string | undefined;
  readonly level: string;
  readonly source: string;
  readonly text: string;
}

interface Props {
  /** Oldest first. */
  readonly lines: readonly LogRow[];
  /** Called when the oldest line is shown: read older ones here. */
  readonly onEnd?: () => void;
}

/** Lines of a log, the newest first. The chosen one is shown in full. */
export function LogList({ lines, onEnd }: Props) {
  const chosen = useSignal<LogRow | undefined>(undefined);
  return (
    <>
      <div class="explorer-log" data-testid="log" data-lines={lines.length}>
        <VirtualList
          count={lines.length}
          rowHeight={24}
          {...(onEnd !== undefined && { onEnd })}
          renderRow={index => {
            const line = lines[lines.length - 1 - index]!;
            const { id, at, level, source, text } = line;
            return (
              <button
                key={id}
                type="button"
                class="explorer-log-line"
                data-level={level}
                aria-expanded={chosen.value?.id === id}
                onClick={() => {
                  chosen.value = chosen.value?.id === id ? undefined : line;
                }}
              >
                <span class="ui-muted">{at === undefined ? '' : `${timeOf(at)} `}</span>
                <b>
                  <Untrusted text={source} max={30} />
                </b>{' '}
                <Untrusted text={text} max={300} />
              </button>
            );
          }}
        />
      </div>
      {chosen.value !== undefined && (
        <div class="explorer-detail" data-testid="log-detail">
          <span class="ui-muted">
            {chosen.value.at} {chosen.value.level} <Untrusted text={chosen.value.source} />
          </span>
          {chosen.value.text.split('\n', 60).map((line, index) => (
            <div key={index}>
              <Untrusted text={line} max={2_000} />
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function timeOf(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? '' : time.toLocaleTimeString([], { hour12: false });
}
