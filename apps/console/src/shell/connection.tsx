import { serverStream } from '../state/server-stream.js';
import { Untrusted } from '../text/untrusted.js';
import { agoText } from '../ui/ago-text.js';
import { now } from '../ui/now.js';

/** Whether what the page shows is up to date, and since when not. */
export function Connection() {
  const stream = serverStream.value;
  const state = stream?.state.value ?? 'connecting';
  return (
    <span
      class={`shell-connection shell-connection-${state}`}
      role="status"
      data-testid="connection"
      data-state={state}
    >
      <span class="ui-dot" />
      {state === 'live' ? (
        <span class="shell-connection-text">Live</span>
      ) : state === 'connecting' ? (
        <span class="shell-connection-text">Connecting</span>
      ) : (
        <Lost reason={stream?.reason.value} at={stream?.lostAt.value} />
      )}
    </span>
  );
}

function Lost({ reason, at }: { readonly reason: string | undefined; readonly at: number | undefined }) {
  return (
    <span title={reason}>
      Lost{at !== undefined && ` ${agoText(now.value - at)}`}
      <span class="visually-hidden">
        . <Untrusted text={reason ?? ''} max={200} />
      </span>
    </span>
  );
}
