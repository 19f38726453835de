import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './button.js';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly wide?: boolean;
  readonly testid?: string;
}

/** A modal dialog. On a narrow page it is a sheet at the bottom. */
export function Dialog({ title, onClose, children, actions, wide, testid }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`ui-dialog${wide ? ' ui-dialog-wide' : ''}`}
      aria-label={title}
      data-testid={testid}
      onClose={onClose}
      onClick={event => event.target === dialog.current && dialog.current?.close()}
      onKeyDown={event => event.stopPropagation()}
    >
      <div class="ui-dialog-box">
        <header class="ui-dialog-head">
          <h2>{title}</h2>
          <Button
            label="Close"
            icon="close"
            iconOnly
            kind="quiet"
            keys="Esc"
            onPress={() => dialog.current?.close()}
          />
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled by keys */}
        <div class="ui-dialog-body" tabIndex={0}>
          {children}
        </div>
        {actions !== undefined && <footer class="ui-dialog-foot">{actions}</footer>}
      </div>
    </dialog>
  );
}
