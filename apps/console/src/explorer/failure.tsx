import { Untrusted } from '../text/untrusted.js';
import { failureText } from './failure-text.js';

const MAX_SHOWN = 600;

interface Props {
  readonly thrown: unknown;
  readonly onRetry?: () => void;
}

/** An error of a call, with the next step. */
export function Failure({ thrown, onRetry }: Props) {
  if (thrown === undefined) return null;
  const { message, hint } = failureText(thrown);
  return (
    <div class="explorer-failure" role="alert">
      <p>
        <Untrusted text={message} max={MAX_SHOWN} />
      </p>
      {hint !== undefined && (
        <p class="explorer-hint">
          <Untrusted text={hint} max={MAX_SHOWN} />
        </p>
      )}
      {onRetry !== undefined && (
        <button type="button" class="ui-button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
