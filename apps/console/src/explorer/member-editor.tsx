import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Untrusted } from '../text/untrusted.js';
import { type Colour, colourOf, editorOf, hexOf, parseNumber, shortNumber } from './member-value.js';

interface Props {
  readonly label: string;
  readonly type: string;
  readonly text: string;
  /** The engine does not let it be set. */
  readonly isFixed: boolean;
  readonly json: unknown;
  /** Why it cannot be edited. */
  readonly closed: string | undefined;
  /** The values of an enum, when they are known. */
  readonly options: readonly string[];
  readonly onSet: (value: unknown) => void;
}

/** The value of a member, with an editor that fits its type. */
export function MemberEditor({ label, type, text, json, isFixed, closed, options, onSet }: Props) {
  const editor = isFixed ? ({ kind: 'none' } as const) : editorOf(type, json);
  const common = { disabled: closed !== undefined, title: closed };
  switch (editor.kind) {
    case 'boolean':
      return (
        <input
          {...common}
          type="checkbox"
          aria-label={label}
          checked={json === true}
          onChange={event => onSet(event.currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <NumberField
          label={label}
          value={typeof json === 'number' ? json : Number.NaN}
          whole={editor.whole}
          closed={closed}
          onSet={onSet}
        />
      );
    case 'parts': {
      const parts = json as Record<string, number>;
      return (
        <span class="explorer-parts">
          {editor.parts.map(part => (
            <span key={part} class="explorer-part">
              <span aria-hidden="true">
                <Untrusted text={shortPart(part, editor.parts)} max={8} />
              </span>
              <NumberField
                label={`${label} ${part}`}
                value={parts[part]!}
                whole={false}
                closed={closed}
                onSet={value => onSet({ ...parts, [part]: value })}
              />
            </span>
          ))}
        </span>
      );
    }
    case 'colour':
      return (
        <span class="explorer-parts">
          <input
            {...common}
            type="color"
            aria-label={label}
            value={hexOf(json as Colour)}
            onChange={event => onSet(colourOf(event.currentTarget.value, json as Colour))}
          />
          <code>{hexOf(json as Colour)}</code>
          {(json as Colour).a !== undefined && (
            <span class="explorer-part">
              <span aria-hidden="true">a</span>
              <NumberField
                label={`${label} alpha`}
                value={(json as Colour).a!}
                whole={false}
                closed={closed}
                onSet={a => onSet({ ...(json as Colour), a })}
              />
            </span>
          )}
        </span>
      );
    case 'text':
      if (options.length > 0) {
        return (
          <select
            {...common}
            class="ui-input"
            aria-label={label}
            value={json as string}
            onChange={event => onSet(event.currentTarget.value)}
          >
            {[...new Set([json as string, ...options])].map(option => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        );
      }
      return <TextField label={label} value={json as string} closed={closed} onSet={onSet} />;
    default:
      return (
        <span class="explorer-value">
          <Untrusted text={text === '' ? '—' : text} max={300} />
        </span>
      );
  }
}

/** `pitch`, `yaw`, `roll` are p, y, r: there is little room. */
function shortPart(part: string, parts: readonly string[]): string {
  const letters = new Set(parts.map(each => each[0]?.toLowerCase()));
  return letters.size === parts.length ? part.slice(0, 1) : part;
}

interface FieldProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly closed: string | undefined;
  readonly onSet: (value: Value) => void;
}

function NumberField({
  label,
  value,
  whole,
  closed,
  onSet,
}: FieldProps<number> & { readonly whole: boolean }) {
  const draft = useSignal<string | undefined>(undefined);
  const reason = useSignal<string | undefined>(undefined);
  useEffect(() => {
    reason.value = undefined;
  }, [value]);
  return (
    <input
      class="ui-input explorer-number"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={reason.value !== undefined}
      title={closed ?? reason.value ?? 'A number, or += -= * / a number'}
      disabled={closed !== undefined}
      value={draft.value ?? shortNumber(value)}
      onInput={event => {
        draft.value = event.currentTarget.value;
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') draft.value = undefined;
        else if (event.key === 'Enter') commit();
        else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
          event.preventDefault();
          const step = (event.key === 'ArrowUp' ? 1 : -1) * (whole || event.shiftKey ? 1 : 0.1);
          onSet(Math.round((value + step) * 1e6) / 1e6);
        }
      }}
      onBlur={commit}
    />
  );

  function commit(): void {
    if (draft.value === undefined) return;
    const parsed = parseNumber(draft.value, value, whole);
    reason.value = parsed.ok ? undefined : parsed.reason;
    if (!parsed.ok) return;
    draft.value = undefined;
    if (parsed.value !== value) onSet(parsed.value);
  }
}

function TextField({ label, value, closed, onSet }: FieldProps<string>) {
  const draft = useSignal<string | undefined>(undefined);
  return (
    <input
      class="ui-input explorer-text"
      aria-label={label}
      title={closed}
      disabled={closed !== undefined}
      value={draft.value ?? value}
      onInput={event => {
        draft.value = event.currentTarget.value;
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') draft.value = undefined;
        else if (event.key === 'Enter') commit();
      }}
      onBlur={commit}
    />
  );

  function commit(): void {
    const next = draft.value;
    draft.value = undefined;
    if (next !== undefined && next !== value) onSet(next);
  }
}
