import { readServer } from '../api/operator.js';
import { Untrusted } from '../text/untrusted.js';
import { durationText } from '../ui/ago-text.js';
import { Failure } from '../ui/failure.js';
import { now } from '../ui/now.js';
import { usePolled } from '../ui/use-polled.js';
import { approvalSentences } from './approval-text.js';

const REFRESH_MS = 30_000;
const KINDS = {
  main: 'Console and all worlds',
  frames: 'Frames and engines',
  metrics: 'Metrics',
} as const;

/** Version, uptime, addresses, and which calls wait for an approval. */
export function ServerAbout() {
  const polled = usePolled(readServer, REFRESH_MS);
  if (polled.failure.value !== undefined)
    return <Failure error={polled.failure.value} onRetry={() => void polled.refresh()} />;
  const info = polled.value.value;
  if (info === undefined) return <p class="ui-muted">Loading…</p>;
  const started = new Date(info.startedAt);
  return (
    <dl class="activity-facts" data-testid="server-about">
      <dt>Version</dt>
      <dd data-testid="server-version">
        <Untrusted text={info.version} max={40} />
      </dd>
      <dt>Runs for</dt>
      <dd data-testid="server-uptime">
        {durationText(Math.max(0, now.value - started.getTime()))}{' '}
        <span class="ui-muted">since {started.toLocaleString()}</span>
      </dd>
      <dt>Addresses</dt>
      <dd>
        <ul data-testid="server-addresses">
          {info.addresses.map(({ kind, url, world }) => (
            <li key={`${kind} ${url}`}>
              <code>
                <Untrusted text={url} max={200} />
              </code>{' '}
              <span class="ui-muted">
                {kind === 'world' ? <Untrusted text={world ?? ''} max={32} /> : KINDS[kind]}
              </span>
            </li>
          ))}
        </ul>
      </dd>
      <dt>Approvals</dt>
      <dd data-testid="server-approvals">
        {approvalSentences(info.approvals).map(sentence => (
          <p key={sentence}>
            <Untrusted text={sentence} max={400} />
          </p>
        ))}
      </dd>
    </dl>
  );
}
