import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Approval } from '../api/operator.js';
import { place } from '../state/place.js';
import { can, session } from '../state/session.js';
import { type ToolInfo, toolsOf } from '../state/tool-list.js';
import { Untrusted } from '../text/untrusted.js';
import { AgentName } from '../ui/agent-name.js';
import { Badge } from '../ui/badge.js';
import { BeforeAfter } from '../ui/before-after.js';
import { Button } from '../ui/button.js';
import { JsonTree } from '../ui/json-tree.js';
import { When } from '../ui/when.js';
import { shownView } from '../views/shown-view.js';
import { Actions } from './actions.js';
import { showInWorld } from './inbox-state.js';
import { planOf, whyNot } from './plan.js';

/** The plan of one call: who, what, and what it would change. */
export function Detail({ approval }: { readonly approval: Approval }) {
  const { world, tool, principal, client, at, expiresAt, access, destructive } = approval;
  const plan = planOf(approval);
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
    if (plan.changes === undefined || place.peek().view !== world) return;
    const { objectId } = plan.arguments;
    view?.preview({ ...plan.changes, ...(typeof objectId === 'string' && { object: objectId }) });
    return () => view?.preview(undefined);
  }, [approval.id, view]);
  const me = session.value.state === 'signed-in' ? session.value.principal : '';
  const reason = whyNot(approval, me, can('approve', world));
  return (
    <article class="decisions-detail" aria-label="Selected call" data-testid="selected-approval">
      <header class="decisions-detail-head">
        <h2>
          <Untrusted text={plan.headline} max={120} />
        </h2>
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
      <dl class="decisions-facts">
        <div>
          <dt>Agent</dt>
          <dd>
            <AgentName name={principal} />
            {client !== undefined && (
              <span class="ui-muted">
                with <Untrusted text={client} max={40} />
              </span>
            )}
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
      <h3>What changes</h3>
      {plan.changes !== undefined ? (
        <BeforeAfter before={plan.changes.before} after={plan.changes.after} world={world} />
      ) : plan.cutChanges !== undefined ? (
        <pre class="decisions-cut">
          <Untrusted text={plan.cutChanges} max={9_000} />
        </pre>
      ) : (
        <p class="ui-muted">This tool has no dry run. Its arguments say what it does.</p>
      )}
      <details class="decisions-arguments" open={plan.changes === undefined}>
        <summary>Arguments</summary>
        <JsonTree value={plan.arguments} />
      </details>
      {reason !== undefined ? (
        <p class="decisions-why" data-testid="not-decidable">
          {reason}
        </p>
      ) : (
        <Actions
          key={approval.id}
          approval={approval}
          args={plan.arguments}
          tool={info.value}
          isDestructive={destructive}
        />
      )}
    </article>
  );
}
