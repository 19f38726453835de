import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { WorldInfo } from '../api/operator.js';
import { Failure } from '../explorer/failure.js';
import { closedGate } from '../explorer/gate.js';
import { useMarks } from '../explorer/marks.js';
import { Panels } from '../explorer/panels.js';
import { TabSet } from '../explorer/tab-set.js';
import { place } from '../state/place.js';
import { mayWrite } from '../state/session.js';
import { shownJournal } from '../time/journal.js';
import { Empty } from '../ui/empty.js';
import { shownView } from '../views/shown-view.js';
import type { Card, Page } from './cards.js';
import { ghostOf } from './ghost-of.js';
import { HierarchyPanel } from './hierarchy-panel.js';
import { openHierarchy } from './hierarchy-store.js';
import { HooksPanel } from './hooks-panel.js';
import { Inspector } from './inspector.js';
import { LogPanel } from './log-panel.js';
import { PicturePanel } from './picture-panel.js';
import { sceneJournal } from './scene-journal.js';
import { openObjects } from './scene-objects.js';
import { openScene } from './scene-store.js';
import { type Ghost, StageCanvas } from './stage-canvas.js';
import { StatusBar } from './status-bar.js';
import { WritesPanel } from './writes-panel.js';
import '../explorer/explorer.css';
import './scene.css';

const MAX_FOUND = 20;

/** A live scene: hierarchy, 3D view, inspector, log, hooks and writes. */
export function View({ world }: { readonly world: WorldInfo }) {
  const parts = useMemo(() => {
    const store = openScene(world.name);
    return { store, hierarchy: openHierarchy(store), objects: openObjects(store) };
  }, [world.name]);
  const { store, hierarchy, objects } = parts;
  const ghost = useSignal<Ghost | undefined>(undefined);
  const focus = useRef<((id: string) => void) | undefined>(undefined);
  const marks = useMarks(world.name).value;
  const closed = closedGate(world, mayWrite(world.name));
  const share = closed === undefined;
  useEffect(() => {
    shownView.value = {
      search: async text => {
        const args = { query: text, fields: ['Name', 'Path'], limit: MAX_FOUND };
        const { Items } = await store.call<Page<Card>>('SearchObjects', args);
        return Items.map(({ Id, Name, Path }) => ({ id: Id, name: Name ?? Id, kind: Path ?? 'object' }));
      },
      show: id => {
        store.select(id, share);
        focus.current?.(id);
        void hierarchy.reveal(id);
      },
      preview: plan => {
        ghost.value =
          plan === undefined ? undefined : ghostOf(plan, objects.placed.peek(), store.status.peek());
      },
    };
    shownJournal.value = sceneJournal(store);
    return () => {
      shownView.value = undefined;
      shownJournal.value = undefined;
    };
  }, [parts, share]);
  useEffect(
    () => () => {
      objects.close();
      hierarchy.close();
      store.close();
    },
    [parts],
  );
  // What is picked in the 3D view, or selected by an agent, is opened in the hierarchy.
  useSignalEffect(() => {
    const { sel } = place.value;
    if (sel !== undefined && store.scenes.value.length > 0) void hierarchy.reveal(sel);
  });
  if (store.scenes.value.length === 0 && store.failure.value !== undefined) {
    return (
      <main class="explorer-view" data-testid="scene-view">
        <Empty
          title="No scene answers"
          text="Link a game to the server, or serve the built-in scene: npx worldwire serve unity"
          command="npx worldwire serve unity --engine link --engine-command 'godot3 --path ~/games/harbour'"
        >
          <Failure thrown={store.failure.value} onRetry={() => void store.refresh()} />
        </Empty>
      </main>
    );
  }
  return (
    <Panels
      label="Scene"
      first="stage"
      top={<StatusBar store={store} closed={closed} />}
      panels={[
        {
          id: 'hierarchy',
          title: 'Hierarchy',
          area: 'left',
          body: (
            <HierarchyPanel
              store={store}
              hierarchy={hierarchy}
              marks={marks}
              share={share}
              onOpen={id => focus.current?.(id)}
            />
          ),
        },
        {
          id: 'stage',
          title: '3D view',
          area: 'centre',
          body: (
            <>
              {store.failure.value !== undefined && (
                <Failure thrown={store.failure.value} onRetry={() => void store.refresh()} />
              )}
              <StageCanvas
                store={store}
                objects={objects}
                marks={marks}
                ghost={ghost.value}
                share={share}
                focus={focus}
              />
            </>
          ),
        },
        {
          id: 'inspector',
          title: 'Inspector',
          area: 'right',
          body: <Inspector store={store} closed={closed} />,
        },
        {
          id: 'more',
          title: 'Log and more',
          area: 'bottom',
          body: (
            <TabSet
              name="tab"
              label="Log, picture, writes and hooks"
              tabs={[
                { id: 'log', label: 'Log', body: () => <LogPanel store={store} /> },
                { id: 'picture', label: 'Picture', body: () => <PicturePanel store={store} /> },
                { id: 'writes', label: 'Writes', body: () => <WritesPanel store={store} closed={closed} /> },
                { id: 'hooks', label: 'Hooks', body: () => <HooksPanel store={store} closed={closed} /> },
              ]}
            />
          ),
        },
      ]}
    />
  );
}
