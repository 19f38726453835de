import { revokeStanding } from '../api/operator.js';
import { refreshApprovals, standing } from '../state/approvals.js';
import { Untrusted } from '../text/untrusted.js';
import { AgentName } from '../ui/agent-name.js';
import { Button } from '../ui/button.js';
import { attempt } from '../ui/toast.js';
import { When } from '../ui/when.js';

/** Approvals that hold for some time. */
export function StandingList() {
  return (
    <section class="decisions-decided" aria-label="Approved for some time">
      <h2>Approved for some time</h2>
      <ul>
        {standing.value.map(entry => (
          <li
            key={`${entry.principal} ${entry.world} ${entry.tool}`}
            class="decisions-standing"
            data-testid="standing"
          >
            <span>
              <Untrusted text={entry.tool} max={60} /> of <AgentName name={entry.principal} /> in{' '}
              <Untrusted text={entry.world} max={32} />, ends <When at={entry.until} />
            </span>
            <Button
              label="Revoke"
              kind="danger"
              testid="revoke"
              onPress={() =>
                void attempt(
                  () => revokeStanding(entry).then(refreshApprovals),
                  'Revoked. Further calls wait.',
                )
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
