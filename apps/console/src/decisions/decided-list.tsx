import { callerName } from '@worldwire/protocol';
import { decided } from '../state/approvals.js';
import { addressOfRecord } from '../state/record-link.js';
import { Untrusted } from '../text/untrusted.js';
import { AgentName } from '../ui/agent-name.js';
import { Badge } from '../ui/badge.js';
import { When } from '../ui/when.js';
import { outcomeText, planOf } from './plan.js';

/** As long as the server lets the reason of a void approval be. */
const MAX_REASON = 2_000;
const KIND = { approved: 'ok', denied: 'danger', void: 'danger' } as const;

/** Calls that no longer wait, and what became of them. */
export function DecidedList() {
  return (
    <section class="decisions-decided" aria-label="Decided">
      <h2>Decided</h2>
      <ul>
        {decided.value.map(({ approval, what, by, reason, at, outcome, edited, ran }) => {
          const address = outcome === undefined ? undefined : addressOfRecord(outcome);
          return (
            <li
              key={approval.id}
              data-testid={`decided-${approval.id}`}
              data-outcome={outcome?.outcome ?? what}
            >
              <span class="decisions-decided-head">
                <Badge kind={KIND[what as keyof typeof KIND] ?? 'plain'}>{what}</Badge>
                <Untrusted text={planOf(ran).headline} max={80} />
                {edited && <Badge kind="accent">with other arguments</Badge>}
                <AgentName name={callerName(approval)} />
                <When at={at} />
              </span>
              {ran.sentence !== undefined && <Untrusted text={ran.sentence} max={400} />}
              {edited && (
                <span class="ui-muted">
                  Asked for: <Untrusted text={planOf(approval).headline} max={80} />
                </span>
              )}
              <span class="ui-muted">
                {outcomeText(what, outcome)}{' '}
                {by !== undefined && (
                  <>
                    By <Untrusted text={by} max={40} />.{' '}
                  </>
                )}
                {reason !== undefined && <Untrusted text={reason} max={MAX_REASON} />}{' '}
                {address !== undefined && <a href={address}>Show</a>}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
