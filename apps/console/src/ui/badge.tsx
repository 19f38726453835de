import type { ComponentChildren } from 'preact';

interface Props {
  readonly kind?: 'plain' | 'ok' | 'warn' | 'danger' | 'accent';
  readonly children: ComponentChildren;
  readonly title?: string;
}

export function Badge({ kind = 'plain', children, title }: Props) {
  return (
    <span class={`ui-badge ui-badge-${kind}`} title={title}>
      {children}
    </span>
  );
}
