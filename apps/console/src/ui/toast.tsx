import { signal } from '@preact/signals';
import { RequestFailed } from '../api/http.js';
import { Untrusted } from '../text/untrusted.js';
import { Button } from './button.js';

const MAX_SHOWN = 4;
const SHORT_MS = 5_000;
const LONG_MS = 12_000;

interface Shown {
  readonly id: number;
  readonly kind: 'done' | 'failed';
  readonly text: string;
  readonly hint?: string | undefined;
}

const shown = signal<readonly Shown[]>([]);
let ids = 0;

/** Says for some seconds what happened. */
export function toast(text: string, kind: Shown['kind'] = 'done', hint?: string): void {
  const id = ++ids;
  shown.value = [...shown.peek(), { id, kind, text, hint }].slice(-MAX_SHOWN);
  setTimeout(() => remove(id), kind === 'failed' ? LONG_MS : SHORT_MS);
}

/** Says what failed, with the next step that the server names. */
export function toastFailure(thrown: unknown): void {
  // The login page says it.
  if (thrown instanceof RequestFailed && thrown.status === 401) return;
  const hint = thrown instanceof RequestFailed ? thrown.hint : undefined;
  toast(thrown instanceof Error ? thrown.message : String(thrown), 'failed', hint);
}

/** Does some work and says how it went. It never rejects: undefined is a failure that was shown. */
export async function attempt<T>(work: () => Promise<T>, done?: string): Promise<T | undefined> {
  try {
    const value = await work();
    if (done !== undefined) toast(done);
    return value;
  } catch (thrown) {
    if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) toastFailure(thrown);
    return undefined;
  }
}

export function Toasts() {
  return (
    <div class="ui-toasts" role="status" aria-live="polite">
      {shown.value.map(({ id, kind, text, hint }) => (
        <div key={id} class={`ui-toast ui-toast-${kind}`} data-testid="toast">
          <div>
            <Untrusted text={text} max={400} />
            {hint !== undefined && (
              <p class="ui-toast-hint">
                <Untrusted text={hint} max={400} />
              </p>
            )}
          </div>
          <Button label="Dismiss" icon="close" iconOnly kind="quiet" onPress={() => remove(id)} />
        </div>
      ))}
    </div>
  );
}

function remove(id: number): void {
  shown.value = shown.peek().filter(other => other.id !== id);
}
