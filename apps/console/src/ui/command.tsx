import { Button } from './button.js';
import { toast } from './toast.js';

/** A command to type in a terminal, with a button that copies it. */
export function Command({ text }: { readonly text: string }) {
  const copy = () => {
    navigator.clipboard?.writeText(text).then(
      () => toast('Copied.'),
      () => toast('The browser does not allow copying here. Select the text instead.', 'failed'),
    );
  };
  return (
    <span class="ui-command">
      <code>{text}</code>
      {globalThis.isSecureContext && (
        <Button label={`Copy ${text}`} icon="copy" iconOnly kind="quiet" onPress={copy} />
      )}
    </span>
  );
}
