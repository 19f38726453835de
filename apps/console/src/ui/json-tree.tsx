import { useSignal } from '@preact/signals';
import { Untrusted } from '../text/untrusted.js';
import { visibleText } from '../text/visible-text.js';

const MAX_SHOWN = 100;

interface Props {
  readonly value: unknown;
  readonly name?: string;
  readonly depth?: number;
  /** All parts are open and shown as a whole: for what a person decides on. The default cuts long texts and lists. */
  readonly isWhole?: boolean;
}

/** A JSON value as a tree of its parts. Parts are made when they are opened. */
export function JsonTree({ value, name, depth = 0, isWhole = false }: Props) {
  const open = useSignal(isWhole || depth < 2);
  const shown = useSignal(isWhole ? Number.POSITIVE_INFINITY : MAX_SHOWN);
  const max = isWhole ? Number.MAX_SAFE_INTEGER : undefined;
  const label = name !== undefined && <span class="ui-json-name">{visibleText(name, max ?? 60)}</span>;
  if (typeof value !== 'object' || value === null)
    return (
      <div class="ui-json-leaf">
        {label}
        <span class={`ui-json-${value === null ? 'null' : typeof value}`}>
          <Untrusted
            text={typeof value === 'string' ? value : (JSON.stringify(value) ?? '')}
            max={max ?? 2_000}
          />
        </span>
      </div>
    );
  const parts = Object.entries(value);
  const size = Array.isArray(value) ? `[${parts.length}]` : `{${parts.length}}`;
  return (
    <details
      class="ui-json"
      open={open.value}
      onToggle={event => {
        open.value = event.currentTarget.open;
      }}
    >
      <summary>
        {label || <span class="ui-muted">value</span>} <span class="ui-muted">{size}</span>
      </summary>
      {open.value && (
        <div class="ui-json-parts">
          {parts.slice(0, shown.value).map(([key, part]) => (
            <JsonTree key={key} name={key} value={part} depth={depth + 1} isWhole={isWhole} />
          ))}
          {parts.length > shown.value && (
            <button
              type="button"
              class="ui-button ui-button-quiet"
              onClick={() => {
                shown.value += MAX_SHOWN;
              }}
            >
              {parts.length - shown.value} more
            </button>
          )}
        </div>
      )}
    </details>
  );
}
