import type { ComponentChildren } from 'preact';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly children: ComponentChildren;
}

/** A labelled control. */
export function Field({ label, hint, children }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is a child
    <label class="ui-field">
      <span class="ui-field-label">{label}</span>
      {children}
      {hint !== undefined && <span class="ui-field-hint">{hint}</span>}
    </label>
  );
}
