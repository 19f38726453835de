import { callerName } from '@worldwire/protocol';
import type { Approval } from '../api/operator.js';
import { approvals, decided, standing } from '../state/approvals.js';
import { serverStream } from '../state/server-stream.js';
import { can } from '../state/session.js';
import { Untrusted } from '../text/untrusted.js';
import { AgentName } from '../ui/agent-name.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { When } from '../ui/when.js';
import { DecidedList } from './decided-list.js';
import { Detail } from './detail.js';
import { select, selected } from './inbox-state.js';
import { planOf } from './plan.js';
import { shownPlanOf } from './plan-state.js';
import { StandingList } from './standing-list.js';
import './decisions.css';

interface Props {
  /** Beside a world, which has the heading of the page. */
  readonly isBeside?: boolean;
  readonly onClose?: () => void;
}

/** The calls that wait for a decision, with the plan of the selected one. */
export function Inbox({ isBeside, onClose }: Props) {
  const Heading = isBeside ? 'h2' : 'h1';
  const waiting = approvals.value;
  const isLost = serverStream.value?.state.value === 'lost';
  return (
    <section class="decisions-inbox" aria-label="Approvals" data-testid="inbox">
      <header class="decisions-head">
        <Heading>Approvals</Heading>
        {waiting !== undefined && waiting.length > 0 && (
          <span class="ui-muted">{waiting.length} waiting</span>
        )}
        {isLost && <span class="ui-badge ui-badge-danger">Not live</span>}
        {onClose !== undefined && (
          <Button label="Close" icon="close" iconOnly kind="quiet" onPress={onClose} testid="inbox-close" />
        )}
      </header>
      <div class="decisions-body">
        <div class="decisions-side">
          {waiting?.length ? (
            <ul class="decisions-list" aria-label="Waiting calls">
              {waiting.map(approval => (
                <Row key={approval.id} approval={approval} isSelected={approval.id === selected.value?.id} />
              ))}
            </ul>
          ) : (
            <Nothing isKnown={waiting !== undefined} />
          )}
        </div>
        {selected.value !== undefined && <Detail key={selected.value.id} approval={selected.value} />}
        {(standing.value.length > 0 || decided.value.length > 0) && (
          <div class="decisions-past">
            {standing.value.length > 0 && <StandingList />}
            {decided.value.length > 0 && <DecidedList />}
          </div>
        )}
      </div>
    </section>
  );
}

function Row({ approval, isSelected }: { readonly approval: Approval; readonly isSelected: boolean }) {
  const { id, world, at, tool } = approval;
  // The selected one has it beside the list: that of a plan which was left is not on the page.
  const sentence = isSelected ? undefined : shownPlanOf(approval).plan.sentence;
  const { headline } = planOf(approval);
  return (
    <li>
      <button
        type="button"
        class="decisions-row"
        aria-current={isSelected ? 'true' : undefined}
        data-testid={`approval-${id}`}
        onClick={() => select(approval)}
      >
        <span class="decisions-row-tool">
          <Untrusted text={headline} max={80} />
          {!headline.startsWith(tool) && (
            <span class="ui-muted">
              {' '}
              <Untrusted text={tool} max={60} />
            </span>
          )}
        </span>
        <When at={at} />
        <AgentName name={callerName(approval)} />
        <span class="ui-muted">
          <Untrusted text={world} max={32} />
        </span>
        {sentence !== undefined && (
          <span class="decisions-row-sentence">
            <Untrusted text={sentence} max={160} />
          </span>
        )}
      </button>
    </li>
  );
}

function Nothing({ isKnown }: { readonly isKnown: boolean }) {
  if (!isKnown) return <p class="decisions-none ui-muted">Loading…</p>;
  return (
    <Empty
      icon="approvals"
      title="No call waits for a decision"
      text={
        can('approve')
          ? 'Calls that delete, overwrite or run code wait here if the server was started with a rule.'
          : 'Your session can see calls that wait, but not decide: it does not have the right approve.'
      }
      command="npx worldwire serve --allow writes --approve destructive"
      testid="no-approvals"
    />
  );
}
