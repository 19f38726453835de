import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

interface Props {
  /** Also the accessible name of a button that has an icon alone. */
  readonly label: string;
  readonly onPress: () => void;
  readonly kind?: 'primary' | 'danger' | 'plain' | 'quiet';
  readonly icon?: IconName;
  /** Shows the icon alone. */
  readonly iconOnly?: boolean;
  readonly disabled?: boolean;
  /** Of a button that is on or off. */
  readonly pressed?: boolean;
  /** A key that does the same, shown beside the label. */
  readonly keys?: string;
  readonly title?: string;
  /** Id of a text that says more, such as why it is disabled. */
  readonly describedBy?: string | undefined;
  readonly testid?: string;
  readonly children?: ComponentChildren;
}

export function Button(props: Props) {
  const {
    label,
    onPress,
    kind = 'plain',
    icon,
    iconOnly,
    disabled,
    pressed,
    keys,
    title,
    describedBy,
    testid,
    children,
  } = props;
  return (
    <button
      type="button"
      class={`ui-button ui-button-${kind}${iconOnly ? ' ui-button-icon' : ''}`}
      onClick={onPress}
      disabled={disabled}
      aria-pressed={pressed}
      aria-label={iconOnly ? label : undefined}
      aria-describedby={describedBy}
      title={title ?? (iconOnly ? `${label}${keys === undefined ? '' : ` (${keys})`}` : undefined)}
      data-testid={testid}
    >
      {icon !== undefined && <Icon name={icon} />}
      {!iconOnly && <span>{label}</span>}
      {keys !== undefined && !iconOnly && <kbd class="ui-keys">{keys}</kbd>}
      {children}
    </button>
  );
}
