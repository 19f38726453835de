import { RequestFailed } from '../api/http.js';
import { Untrusted } from '../text/untrusted.js';
import { Button } from './button.js';

/** A failure in place of what could not be read, with the next step that the server names. */
export function Failure({ error, onRetry }: { readonly error: Error; readonly onRetry?: () => void }) {
  const hint = error instanceof RequestFailed ? error.hint : undefined;
  return (
    <div class="ui-failure" role="alert">
      <p>
        <Untrusted text={error.message} max={400} />
      </p>
      {hint !== undefined && (
        <p class="ui-muted">
          <Untrusted text={hint} max={400} />
        </p>
      )}
      {onRetry !== undefined && <Button label="Try again" onPress={onRetry} />}
    </div>
  );
}
