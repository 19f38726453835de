import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ActivityPanel } from '../activity/activity-panel.js';
import { ServerPanel } from '../activity/server-panel.js';
import { SessionsPanel } from '../activity/sessions-panel.js';
import { Inbox } from '../decisions/inbox.js';
import { waitingCount } from '../state/approvals.js';
import { place } from '../state/place.js';
import { worlds } from '../state/worlds.js';
import { TimeBar } from '../time/time-bar.js';
import { Empty } from '../ui/empty.js';
import { Header } from './header.js';
import { KeyList } from './key-list.js';
import { followKeys } from './keyboard.js';
import { followPlaces, isInboxShown, isWorldShown, openPanel } from './navigate.js';
import { Palette } from './palette.js';
import { Rail } from './rail.js';
import { StopDialog } from './stop-switch.js';
import { WorldView } from './world-view.js';

/** The frame of the page: header, panels, the view of a world with its time bar. */
export function Frame() {
  useEffect(() => {
    const ends = [followPlaces(), followKeys()];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  useSignalEffect(() => {
    const { view } = place.value;
    const count = waitingCount.value;
    document.title = `${count > 0 ? `(${count}) ` : ''}${view === '' ? '' : `${view} · `}Worldwire`;
  });
  return (
    <div class="shell-frame">
      <Header />
      <Rail />
      <div class="shell-content">
        <Content />
      </div>
      <Palette />
      <KeyList />
      <StopDialog />
    </div>
  );
}

function Content() {
  const { view } = place.value;
  if (isWorldShown()) {
    const inbox = isInboxShown();
    return (
      <>
        <div class={`shell-split${inbox ? ' shell-split-open' : ''}`}>
          <WorldView world={worlds.value!.find(({ name }) => name === view)!} />
          {inbox && (
            <aside class="shell-drawer" aria-label="Approvals">
              <Inbox isBeside onClose={() => openPanel('approvals')} />
            </aside>
          )}
        </div>
        <TimeBar />
      </>
    );
  }
  switch (view) {
    case 'approvals':
      return (
        <main class="shell-page shell-page-inbox">
          <Inbox />
        </main>
      );
    case 'activity':
      return <ActivityPanel />;
    case 'sessions':
      return <SessionsPanel />;
    case 'server':
      return <ServerPanel />;
    default:
      return <Nowhere />;
  }
}

function Nowhere() {
  const { view } = place.value;
  if (worlds.value === undefined || (view === '' && worlds.value.length > 0))
    return (
      <main class="shell-center">
        <p class="ui-muted">Loading the worlds…</p>
      </main>
    );
  return (
    <main class="shell-center">
      {worlds.value.length === 0 ? (
        <Empty
          icon="world"
          title="No world is served that you operate"
          text="Start the server with a world, or sign in with a token that has the right operate."
          command="npx worldwire serve universe"
        />
      ) : (
        <Empty
          icon="world"
          title={`No world "${view.slice(0, 40)}" is served here`}
          text={`Served: ${worlds.value.map(({ name }) => name).join(', ')}. Choose one above.`}
        />
      )}
    </main>
  );
}
