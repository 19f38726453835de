import { type AccessWord, listLinks, setGate } from '../api/operator.js';
import { can, session, signOut } from '../state/session.js';
import { chooseTheme, type Theme, theme } from '../state/theme.js';
import { forgetTools } from '../state/tool-list.js';
import { gates, refreshWorlds, worlds } from '../state/worlds.js';
import { Untrusted } from '../text/untrusted.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Command } from '../ui/command.js';
import { Empty } from '../ui/empty.js';
import { Failure } from '../ui/failure.js';
import { Table } from '../ui/table.js';
import { attempt } from '../ui/toast.js';
import { usePolled } from '../ui/use-polled.js';
import { MetricCharts } from './metric-charts.js';
import { ServerAbout } from './server-about.js';
import './activity.css';

const RANK = { read: 0, write: 1, eval: 2 } as const;
const LABEL = { read: 'Read', write: 'Write', eval: 'Code' } as const;
const LINKS_MS = 10_000;

/** The server: what it is, gates, engines, metrics, and settings of this page. */
export function ServerPanel() {
  return (
    <main class="activity-page" data-testid="server">
      <header class="activity-head">
        <h1>Server</h1>
      </header>
      <section class="activity-section">
        <h2>This server</h2>
        <ServerAbout />
      </section>
      {can('operate') && (
        <section class="activity-section" aria-label="Metrics">
          <h2>Metrics</h2>
          <MetricCharts />
        </section>
      )}
      <section class="activity-section">
        <h2>Gates</h2>
        <Gates />
      </section>
      <section class="activity-section">
        <h2>Linked engines</h2>
        <Links />
      </section>
      <section class="activity-section">
        <h2>This page</h2>
        <ThisPage />
      </section>
    </main>
  );
}

function Gates() {
  const rows = worlds.value;
  if (rows === undefined) return <p class="ui-muted">Loading…</p>;
  const closed = rows.filter(({ ceiling }) => ceiling === 'read').map(({ name }) => name);
  return (
    <>
      <Table
        label="Gates"
        rows={rows}
        keyOf={({ name }) => name}
        testid="gates"
        columns={[
          {
            name: 'World',
            cell: ({ name, ready, reason }) => (
              <span class="activity-name">
                <Untrusted text={name} max={32} />
                {!ready && (
                  <Badge kind="warn">
                    <Untrusted text={reason ?? 'not ready'} max={80} />
                  </Badge>
                )}
              </span>
            ),
          },
          { name: 'Sessions', numeric: true, wideOnly: true, cell: ({ sessions }) => sessions },
          { name: 'Calls', numeric: true, wideOnly: true, cell: ({ callsInFlight }) => callsInFlight },
          {
            name: 'Open for',
            cell: ({ name, open, ceiling }) => (
              <Gate world={name} open={open as AccessWord} ceiling={ceiling as AccessWord} />
            ),
          },
        ]}
      />
      {gates.value?.allStopped && (
        <p class="activity-note">All writes are stopped. Gates can be changed, and hold after Resume.</p>
      )}
      {closed.length > 0 && (
        <p class="activity-note">
          <Untrusted text={closed.join(', ')} max={120} /> {closed.length === 1 ? 'is' : 'are'} read-only. To
          open writes, start the server with <Command text="npx worldwire serve --allow writes" />
        </p>
      )}
    </>
  );
}

function Gate({ world, open, ceiling }: { world: string; open: AccessWord; ceiling: AccessWord }) {
  const set = (word: AccessWord) =>
    void attempt(async () => {
      await setGate(world, word === ceiling ? 'all' : word);
      forgetTools();
      await refreshWorlds();
    }, `${world} is open for ${LABEL[word].toLowerCase()} now.`);
  return (
    <fieldset class="activity-gate" aria-label={`Gate of ${world}`}>
      {(['read', 'write', 'eval'] as const).map(word => (
        <button
          key={word}
          type="button"
          class="activity-gate-step"
          aria-pressed={open === word}
          disabled={RANK[word] > RANK[ceiling]}
          title={
            RANK[word] > RANK[ceiling]
              ? `Above the ceiling: start the server with --allow ${word === 'eval' ? 'eval' : 'writes'}`
              : undefined
          }
          data-testid={`gate-${world}-${word}`}
          onClick={() => set(word)}
        >
          {LABEL[word]}
        </button>
      ))}
    </fieldset>
  );
}

function Links() {
  const links = usePolled(listLinks, LINKS_MS);
  if (links.failure.value !== undefined)
    return <Failure error={links.failure.value} onRetry={() => void links.refresh()} />;
  const rows = links.value.value;
  if (rows === undefined) return <p class="ui-muted">Loading…</p>;
  if (rows.length === 0)
    return (
      <Empty
        icon="link"
        title="No engine is linked"
        text="A running Godot project links itself to a server that waits for it."
        command="npx worldwire serve unity --engine link"
        testid="no-links"
      />
    );
  return (
    <ul class="activity-links" data-testid="links">
      {rows.map(({ world, index, ...link }) => (
        <li key={`${world} ${index}`}>
          <strong>
            <Untrusted text={world} max={32} />
          </strong>
          <dl>
            {Object.entries(link).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Untrusted text={typeof value === 'string' ? value : JSON.stringify(value)} max={120} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function ThisPage() {
  const user = session.value.state === 'signed-in' ? session.value : undefined;
  return (
    <div class="activity-this">
      <label>
        Theme{' '}
        <select
          class="ui-input"
          value={theme.value}
          onInput={event => chooseTheme(event.currentTarget.value as Theme)}
        >
          <option value="system">system</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
      <span>
        Signed in as <Untrusted text={user?.principal ?? ''} max={40} />{' '}
        <span class="ui-muted">
          <Untrusted text={user?.rights.join(' ') ?? ''} max={120} />
        </span>
      </span>
      <Button label="Sign out" icon="out" onPress={() => void attempt(signOut)} />
    </div>
  );
}
