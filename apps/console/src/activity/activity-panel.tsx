import { serverStream } from '../state/server-stream.js';
import { operatedWorlds } from '../state/session.js';
import { Badge } from '../ui/badge.js';
import { Empty } from '../ui/empty.js';
import { AuditList } from './audit-list.js';
import { LanesView } from './lanes-view.js';
import './activity.css';

/** What agents and people did: lanes of calls, and the audit. */
export function ActivityPanel() {
  if (operatedWorlds()?.length === 0)
    return (
      <main class="activity-page">
        <Empty
          icon="activity"
          title="The audit needs the right operate"
          text="Sign in with a token that has it, in one world or in all."
          command='npx worldwire token new ann --rights "operate approve"'
        />
      </main>
    );
  const isLost = serverStream.value?.state.value === 'lost';
  return (
    <main class="activity-page activity-page-audit" data-testid="activity">
      <header class="activity-head">
        <h1>Activity</h1>
        {isLost && <Badge kind="danger">Not live</Badge>}
      </header>
      <LanesView />
      <AuditList />
    </main>
  );
}
