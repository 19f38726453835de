import { endSession, listPrincipals, listSessions } from '../api/operator.js';
import { can, session } from '../state/session.js';
import { gates, stopWrites } from '../state/worlds.js';
import { Untrusted } from '../text/untrusted.js';
import { AgentName } from '../ui/agent-name.js';
import { durationText } from '../ui/ago-text.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { Failure } from '../ui/failure.js';
import { HoldButton } from '../ui/hold-button.js';
import { Table } from '../ui/table.js';
import { attempt } from '../ui/toast.js';
import { usePolled } from '../ui/use-polled.js';
import { When } from '../ui/when.js';
import { OpenCalls } from './open-calls.js';
import './activity.css';

const REFRESH_MS = 5_000;
const STOP_MS = 500;

/** Who is connected, and who may do what. */
export function SessionsPanel() {
  return (
    <main class="activity-page" data-testid="sessions">
      <header class="activity-head">
        <h1>Sessions</h1>
      </header>
      <section class="activity-section">
        <h2>Open sessions</h2>
        <Sessions />
      </section>
      <section class="activity-section">
        <h2>Calls and streams</h2>
        <OpenCalls />
      </section>
      <section class="activity-section">
        <h2>Principals</h2>
        {can('operate') ? (
          <Principals />
        ) : (
          <p class="ui-muted">The list needs the right operate in every world.</p>
        )}
      </section>
    </main>
  );
}

function Sessions() {
  const sessions = usePolled(listSessions, REFRESH_MS);
  if (sessions.failure.value !== undefined)
    return <Failure error={sessions.failure.value} onRetry={() => void sessions.refresh()} />;
  const rows = sessions.value.value;
  if (rows === undefined) return <p class="ui-muted">Loading…</p>;
  if (rows.length === 0)
    return (
      <Empty
        icon="sessions"
        title="No client has a session"
        text="Clients of the newest revision call without a session. Others appear here when they connect."
        command="npx worldwire setup"
      />
    );
  return (
    <Table
      label="Open sessions"
      rows={rows}
      keyOf={({ world, id }) => `${world} ${id}`}
      testid="session-table"
      columns={[
        { name: 'Principal', cell: row => <AgentName name={row.principal} /> },
        {
          name: 'Client',
          cell: ({ client }) => <Untrusted text={`${client.name ?? '?'} ${client.version ?? ''}`} max={40} />,
        },
        { name: 'World', cell: row => <Untrusted text={row.world} max={24} /> },
        { name: 'Revision', wideOnly: true, cell: row => row.revision },
        {
          name: 'Open for',
          numeric: true,
          wideOnly: true,
          cell: row => durationText(row.ageSeconds * 1_000),
        },
        { name: 'Idle', numeric: true, wideOnly: true, cell: row => durationText(row.idleSeconds * 1_000) },
        { name: 'Calls', numeric: true, wideOnly: true, cell: row => row.callsInFlight },
        {
          name: 'End',
          hidden: true,
          numeric: true,
          cell: row => (
            <HoldButton
              label="End"
              testid={`end-${row.id}`}
              onHeld={() =>
                void attempt(
                  () => endSession(row).then(sessions.refresh),
                  `The session of ${row.principal} ended.`,
                )
              }
            />
          ),
        },
      ]}
    />
  );
}

function Principals() {
  const principals = usePolled(listPrincipals, REFRESH_MS);
  if (principals.failure.value !== undefined)
    return <Failure error={principals.failure.value} onRetry={() => void principals.refresh()} />;
  const rows = principals.value.value;
  if (rows === undefined) return <p class="ui-muted">Loading…</p>;
  const me = session.value.state === 'signed-in' ? session.value.principal : undefined;
  const isStopped = (name: string) => gates.value?.stopped.includes(name) === true;
  const toggle = (name: string, stop: boolean) =>
    void attempt(
      () => stopWrites(stop, name).then(principals.refresh),
      stop ? `Writes of ${name} are stopped.` : `Writes of ${name} are resumed.`,
    );
  return (
    <Table
      label="Principals"
      rows={rows}
      keyOf={({ name }) => name}
      testid="principal-table"
      columns={[
        {
          name: 'Name',
          cell: ({ name }) => (
            <span class="activity-name">
              <AgentName name={name} />
              {name === me && <Badge>you</Badge>}
              {isStopped(name) && <Badge kind="danger">stopped</Badge>}
            </span>
          ),
        },
        { name: 'Origin', wideOnly: true, cell: ({ origin }) => origin ?? '–' },
        {
          name: 'Rights',
          wideOnly: true,
          cell: ({ rights }) => <Untrusted text={rights?.join(' ') ?? '–'} max={120} />,
        },
        { name: 'Calls', numeric: true, cell: ({ calls }) => calls.toLocaleString() },
        { name: 'Errors', numeric: true, wideOnly: true, cell: ({ errors }) => errors.toLocaleString() },
        { name: 'Denied', numeric: true, wideOnly: true, cell: ({ denied }) => denied.toLocaleString() },
        {
          name: 'Last call',
          numeric: true,
          wideOnly: true,
          cell: ({ lastCall }) => (lastCall === undefined ? '–' : <When at={lastCall} />),
        },
        {
          name: 'Writes',
          hidden: true,
          numeric: true,
          cell: ({ name }) =>
            isStopped(name) ? (
              <Button label="Resume" testid={`resume-${name}`} onPress={() => toggle(name, false)} />
            ) : (
              <HoldButton
                label="Stop"
                ms={STOP_MS}
                testid={`stop-${name}`}
                onHeld={() => toggle(name, true)}
              />
            ),
        },
      ]}
    />
  );
}
