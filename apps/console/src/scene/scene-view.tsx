import { computed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { callTool } from '../api/mcp.js';
import type { WorldInfo } from '../api/operator.js';
import { Failure } from '../explorer/failure.js';
import { closedGate } from '../explorer/gate.js';
import { useMarks } from '../explorer/marks.js';
import { showValues } from '../explorer/more.js';
import { Panels } from '../explorer/panels.js';
import { TabSet } from '../explorer/tab-set.js';
import { place } from '../state/place.js';
import { mayWrite } from '../state/session.js';
import { toolsOf } from '../state/tool-list.js';
import { shownJournal } from '../time/journal.js';
import { Empty } from '../ui/empty.js';
import { shownView } from '../views/shown-view.js';
import type { Card, Page } from './cards.js';
import { type EngineCard, type EngineList, openEngineList } from './engine-list.js';
import { EnginePicker, LostEngine } from './engine-picker.js';
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

/** A live scene, of the engine that the address names where several are linked. */
export function View({ world: info }: { readonly world: WorldInfo }) {
  const { name: world } = info;
  const engines = useMemo(
    () =>
      openEngineList(
        () => enginesOf(world),
        computed(() => engineInAddress(world)),
      ),
    [world],
  );
  useEffect(() => engines.close, [engines]);
  // A link to this page shows the same engine.
  useSignalEffect(() => {
    const engine = engines.shown.value;
    const isMissing = place.value.view === world && engineInAddress(world) === undefined;
    if (isMissing && engines.isChoice() && engine !== undefined) showValues({ engine });
  });
  if (engines.cards.value === undefined) return <main class="explorer-view" data-testid="scene-view" />;
  const engine = engines.shown.value;
  return <SceneView key={`${world}/${engine ?? ''}`} world={info} engine={engine} engines={engines} />;
}

function engineInAddress(world: string): string | undefined {
  return place.value.view === world ? place.value.more.engine : undefined;
}

/** A world without links has no tool for them. */
async function enginesOf(world: string): Promise<readonly EngineCard[]> {
  const tools = await toolsOf(world);
  if (!tools.some(({ name }) => name === 'ListEngines')) return [];
  return (await callTool<{ engines: readonly EngineCard[] }>(world, 'ListEngines')).engines;
}

interface SceneProps {
  readonly world: WorldInfo;
  readonly engine: string | undefined;
  readonly engines: EngineList;
}

/** The scene of one engine: hierarchy, 3D view, inspector, log, hooks and writes. */
function SceneView({ world, engine, engines }: SceneProps) {
  const parts = useMemo(() => {
    const onEngines = () => void engines.read();
    const store = openScene({ world: world.name, engine, onEngines });
    return { store, hierarchy: openHierarchy(store), objects: openObjects(store) };
  }, []);
  const { store, hierarchy, objects } = parts;
  const ghost = useSignal<Ghost | undefined>(undefined);
  const focus = useRef<((id: string) => void) | undefined>(undefined);
  const marks = useMarks(world.name).value;
  const closed = closedGate(world, mayWrite(world.name));
  const share = closed === undefined;
  const isLost = engines.card()?.state === 'lost';
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
        const shown = objects.placed.peek();
        // The plan may be for another engine.
        const isElsewhere = engines.isChoice() && plan?.object !== undefined && !shown.has(plan.object);
        ghost.value =
          plan === undefined || isElsewhere ? undefined : ghostOf(plan, shown, store.status.peek());
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
        <div class="explorer-top">
          <EnginePicker engines={engines} />
        </div>
        <LostEngine engines={engines} />
        <Empty
          title="No scene answers"
          text="Link a game to the server, or serve the built-in scene: npx worldwire serve unity"
          command="npx worldwire serve unity --engine link --engine-command 'godot --path ~/games/harbour'"
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
      top={
        <>
          <EnginePicker engines={engines} />
          <StatusBar store={store} closed={closed} />
        </>
      }
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
              <LostEngine engines={engines} />
              {store.failure.value !== undefined && !isLost && (
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
