import { approvalStream } from '../state/approvals.js';
import { auditStream } from '../state/audit-feed.js';
import { Untrusted } from '../text/untrusted.js';
import { agoText } from '../ui/ago-text.js';
import { now } from '../ui/now.js';

/** Whether what the page shows is up to date, and since when not. */
export function Connection() {
  const streams = [auditStream.value, approvalStream.value].filter(stream => stream !== undefined);
  const lost = streams.find(({ state }) => state.value === 'lost');
  const live = streams.length > 0 && streams.every(({ state }) => state.value === 'live');
  const state = lost !== undefined ? 'lost' : live ? 'live' : 'connecting';
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
        <Lost reason={lost?.reason.value} at={lost?.lostAt.value} />
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
