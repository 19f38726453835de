import { useSignal } from '@preact/signals';
import { callerName } from '@worldwire/protocol';
import { useEffect } from 'preact/hooks';
import type { Approval } from '../api/operator.js';
import { place } from '../state/place.js';
import { can, session } from '../state/session.js';
import { type ToolInfo, toolsOf } from '../state/tool-list.js';
import { Untrusted } from '../text/untrusted.js';
import { AgentName } from '../ui/agent-name.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { JsonTree } from '../ui/json-tree.js';
import { When } from '../ui/when.js';
import { shownView } from '../views/shown-view.js';
import { Actions } from './actions.js';
import { mode, showInWorld } from './inbox-state.js';
import { planOf, whyNot } from './plan.js';
import { isPlanning, shownPlanOf, wasReplaced } from './plan-state.js';
import { PlanView } from './plan-view.js';

/** As long as the server lets it be. */
const MAX_SENTENCE = 1_000;

/** The plan of one call: who, what, and what it would change. */
export function Detail({ approval }: { readonly approval: Approval }) {
  const { world, tool, principal, client, at, expiresAt } = approval;
  const open = shownPlanOf(approval);
  const { access, destructive, sentence } = open.plan;
  const isOther = open.edit !== undefined;
  // Its plan is not the one of the arguments that the form has.
  const isEditing = mode.value === 'edit';
  const plan = planOf(isOther ? open.plan : approval);
  const info = useSignal<ToolInfo | undefined>(undefined);
  const view = shownView.value;
  useEffect(() => {
    let gone = false;
    toolsOf(world).then(
      tools => {
        if (!gone) info.value = tools.find(({ name }) => name === tool);
      },
      () => {
        // Without the list the arguments are edited as JSON.
      },
    );
    return () => {
      gone = true;
    };
  }, [world, tool]);
  useEffect(() => {
    if (isEditing || plan.changes === undefined || place.peek().view !== world) return;
    const { objectId } = plan.arguments;
    view?.preview({ ...plan.changes, ...(typeof objectId === 'string' && { object: objectId }) });
    return () => view?.preview(undefined);
  }, [approval.id, view, isOther, isEditing]);
  const me = session.value.state === 'signed-in' ? session.value.principal : '';
  const reason = whyNot(approval, me, can('approve', world));
  return (
    <article class="decisions-detail" aria-label="Selected call" data-testid="selected-approval">
      <header class="decisions-detail-head">
        <h2>
          <Untrusted text={plan.headline} max={120} />
        </h2>
        {isOther && <Badge kind="accent">with other arguments</Badge>}
        {destructive && <Badge kind="danger">{access === 'danger' ? 'runs code' : 'destructive'}</Badge>}
        {place.value.view === 'approvals' && (
          <Button
            label={`Show in ${world}`}
            kind="quiet"
            onPress={() => showInWorld(approval)}
            testid="show-in-world"
          />
        )}
      </header>
      {sentence !== undefined && !isEditing && (
        <p class="decisions-sentence" data-testid="plan-sentence">
          <Untrusted text={sentence} max={MAX_SENTENCE} />
        </p>
      )}
      {wasReplaced(approval) && !isEditing && (
        <p class="decisions-why" role="alert" data-testid="plan-replaced">
          The plan differs from the one that you decided on, so nothing ran. This is the plan now: look at it
          and decide again.
        </p>
      )}
      <dl class="decisions-facts">
        <div>
          <dt>Agent</dt>
          <dd>
            <AgentName name={callerName({ principal, client })} />
          </dd>
        </div>
        <div>
          <dt>Tool</dt>
          <dd>
            <Untrusted text={tool} max={80} />
          </dd>
        </div>
        <div>
          <dt>World</dt>
          <dd>
            <Untrusted text={world} max={32} />
            {plan.item !== undefined && (
              <span class="ui-muted">
                <Untrusted text={plan.item} max={64} />
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>Waits</dt>
          <dd>
            <span>
              since <When at={at} />, expires <When at={expiresAt} />
            </span>
          </dd>
        </div>
      </dl>
      {isEditing ? (
        <p class="ui-muted" role="status" data-testid="plan-pending">
          {isPlanning.value
            ? 'The plan of these arguments is being made…'
            : 'The plan of the arguments below is shown here, before it can be approved.'}
        </p>
      ) : (
        <>
          <PlanView key={open.edit?.number ?? 0} approval={approval} open={open} />
          <details
            class="decisions-arguments"
            open={open.items.length === 0 || access === 'danger' || isOther}
          >
            <summary>{isOther ? 'Other arguments' : 'Arguments'}</summary>
            <JsonTree key={open.plan.arguments} value={plan.arguments} isWhole />
          </details>
        </>
      )}
      {reason !== undefined ? (
        <p class="decisions-why" data-testid="not-decidable">
          {reason}
        </p>
      ) : (
        <Actions key={approval.id} approval={approval} open={open} args={plan.arguments} tool={info.value} />
      )}
    </article>
  );
}
