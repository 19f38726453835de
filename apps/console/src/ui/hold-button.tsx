import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.js';
import { toast } from './toast.js';

export const HOLD_MS = 800;

interface Props {
  readonly label: string;
  readonly onHeld: () => void;
  /** Called when the button is released too early. Without it the person is told to hold it. */
  readonly onTap?: () => void;
  readonly ms?: number;
  readonly kind?: 'danger' | 'primary' | 'plain';
  readonly icon?: IconName;
  readonly iconOnly?: boolean;
  readonly disabled?: boolean;
  readonly keys?: string;
  /** Id of a text that says more, such as why it is disabled. */
  readonly describedBy?: string | undefined;
  readonly testid?: string;
}

/** A button that is held, by the pointer or by Enter or Space, because what it does cannot be taken back. */
export function HoldButton({ label, onHeld, onTap, ms = HOLD_MS, kind = 'danger', ...rest }: Props) {
  const { icon, iconOnly, disabled, keys, describedBy, testid } = rest;
  const held = useSignal(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => {
    clearTimeout(timer.current);
    held.value = false;
  };
  const begin = () => {
    if (held.value || disabled) return;
    held.value = true;
    timer.current = setTimeout(() => {
      held.value = false;
      onHeld();
    }, ms);
  };
  const explain = onTap ?? (() => toast(`Not done: hold the button, or Enter, for ${ms / 1_000} s.`));
  const release = () => {
    if (held.peek()) explain();
    cancel();
  };
  useEffect(() => cancel, []);
  const isKey = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';
  return (
    <button
      type="button"
      class={`ui-button ui-button-${kind} ui-hold${iconOnly ? ' ui-button-icon' : ''}${held.value ? ' ui-held' : ''}`}
      style={{ '--hold': `${ms}ms` }}
      disabled={disabled}
      aria-label={iconOnly ? label : undefined}
      aria-describedby={describedBy}
      title={`${label}: hold for ${ms / 1_000} s, or hold Enter`}
      data-testid={testid}
      onPointerDown={event => event.button === 0 && begin()}
      onPointerUp={release}
      onPointerLeave={cancel}
      onPointerCancel={cancel}
      // A screen reader clicks without a pointer.
      onClick={event => event.detail === 0 && explain()}
      onContextMenu={event => event.preventDefault()}
      onBlur={cancel}
      onKeyDown={event => {
        if (!isKey(event)) return;
        event.preventDefault();
        if (!event.repeat) begin();
      }}
      onKeyUp={event => {
        // Otherwise Space also clicks.
        event.preventDefault();
        release();
      }}
    >
      {icon !== undefined && <Icon name={icon} />}
      {!iconOnly && <span>{label}</span>}
      {keys !== undefined && !iconOnly && <kbd class="ui-keys">{keys}</kbd>}
    </button>
  );
}

/** Focuses a held button and begins to hold it. It is held until the key is released. */
export function holdByKey(button: HTMLButtonElement): void {
  button.focus();
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
}
