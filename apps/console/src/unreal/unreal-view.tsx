import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { WorldInfo } from '../api/operator.js';
import { Failure } from '../explorer/failure.js';
import { closedGate } from '../explorer/gate.js';
import { useMarks } from '../explorer/marks.js';
import { shownValue, showValues } from '../explorer/more.js';
import { Panels } from '../explorer/panels.js';
import { TabSet } from '../explorer/tab-set.js';
import { place } from '../state/place.js';
import { mayWrite } from '../state/session.js';
import { shownJournal } from '../time/journal.js';
import { Empty } from '../ui/empty.js';
import { shownView } from '../views/shown-view.js';
import { ActorInspector } from './actor-inspector.js';
import { ActorList } from './actor-list.js';
import type { Actor, Asset, Listed } from './answers.js';
import { AssetInspector } from './asset-inspector.js';
import { AssetPanel } from './asset-panel.js';
import { BlueprintPanel } from './blueprint-panel.js';
import { FolderPanel } from './folder-panel.js';
import { unrealJournal } from './journal-reader.js';
import { LevelMap } from './level-map.js';
import { LogPanel } from './log-panel.js';
import { PicturePanel } from './picture-panel.js';
import { ReferencePanel } from './reference-panel.js';
import { StatusBar } from './status-bar.js';
import { openThumbnails } from './thumbnails.js';
import { assetOf, isActor, showActor, showAsset } from './unreal-place.js';
import { openUnreal } from './unreal-store.js';
import { WritesPanel } from './writes-panel.js';
import '../explorer/explorer.css';
import './unreal.css';

const MAX_FOUND = 10;

/** A spot of the level, in the axes of Unreal. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

/** An Unreal project: assets, references, Blueprints, levels, log and writes. */
export function View({ world }: { readonly world: WorldInfo }) {
  const parts = useMemo(
    () => ({ store: openUnreal(world.name), thumbnails: openThumbnails(world.name) }),
    [world.name],
  );
  const { store, thumbnails } = parts;
  const ghost = useSignal<{ from: Spot; to: Spot } | undefined>(undefined);
  const focus = useRef<((path: string) => void) | undefined>(undefined);
  const marks = useMarks(world.name).value;
  const closed = closedGate(world, mayWrite(world.name));
  const asset = assetOf(place.value);
  const actor = place.value.sel;
  const kind = store.assets.value.items.find(({ path }) => path === asset)?.class;
  useEffect(() => {
    shownView.value = {
      search: async text => {
        const args = { query: text, limit: MAX_FOUND };
        const [assets, actors] = await Promise.all([
          store.call<Listed<Asset>>('find_assets', args),
          store.call<Listed<Actor>>('list_actors', args).catch(() => ({ items: [] as readonly Actor[] })),
        ]);
        return [
          ...actors.items.map(({ path, label, name, class: type }) => ({
            id: path,
            name: label ?? name,
            kind: type,
          })),
          ...assets.items.map(({ path, name, class: type }) => ({ id: path, name, kind: type })),
        ];
      },
      show: id => {
        if (!isActor(id)) return showAsset(id);
        showActor(id);
        showValues({ show: 'map' });
        focus.current?.(id);
      },
      preview: plan => {
        const [from, to] = [spotIn(plan?.before), spotIn(plan?.after)];
        ghost.value = from === undefined || to === undefined ? undefined : { from, to };
      },
    };
    shownJournal.value = unrealJournal(store);
    return () => {
      shownView.value = undefined;
      shownJournal.value = undefined;
    };
  }, [parts]);
  useEffect(() => () => store.close(), [parts]);
  // A level that is chosen in the tree is shown on the map, also if it is not open.
  useSignalEffect(() => {
    const path = assetOf(place.value);
    const isLevel = store.assets.value.items.some(each => each.path === path && each.class === 'World');
    if (path !== undefined && isLevel) store.showLevel(path === store.state.value?.level ? undefined : path);
  });
  if (store.state.value === undefined && store.failure.value !== undefined) {
    return (
      <main class="explorer-view" data-testid="unreal-view">
        <Empty
          title="No project answers"
          text="Serve the folder of a project, or a running editor: npx worldwire serve unreal --editor http://127.0.0.1:30010"
          command="npx worldwire serve unreal --project ~/Games/Harbour"
        >
          <Failure thrown={store.failure.value} onRetry={() => void store.refresh()} />
        </Empty>
      </main>
    );
  }
  const map = () => <LevelMap store={store} marks={marks} ghost={ghost.value} focus={focus} />;
  const chooseAsset = <Empty title="No asset is selected" text="Select one in the tree of assets." />;
  const tabs = [
    { id: 'map', label: 'Map', body: map },
    { id: 'folder', label: 'Folder', body: () => <FolderPanel store={store} thumbnails={thumbnails} /> },
    {
      id: 'references',
      label: 'References',
      body: () => (asset === undefined ? chooseAsset : <ReferencePanel store={store} path={asset} />),
    },
    {
      id: 'blueprint',
      label: 'Blueprint',
      body: () => (asset === undefined ? chooseAsset : <BlueprintPanel store={store} path={asset} />),
    },
  ];
  return (
    <Panels
      label="Unreal"
      first="middle"
      top={<StatusBar store={store} />}
      panels={[
        {
          id: 'lists',
          title: 'Assets and actors',
          area: 'left',
          body: (
            <TabSet
              name="list"
              label="Assets and actors"
              tabs={[
                {
                  id: 'assets',
                  label: 'Assets',
                  body: () => <AssetPanel store={store} thumbnails={thumbnails} marks={marks} />,
                },
                {
                  id: 'actors',
                  label: 'Actors',
                  body: () => (
                    <ActorList
                      store={store}
                      marks={marks}
                      onOpen={path => {
                        showValues({ show: 'map' });
                        focus.current?.(path);
                      }}
                    />
                  ),
                },
              ]}
            />
          ),
        },
        {
          id: 'middle',
          title: 'Map and graphs',
          area: 'centre',
          body: (
            <TabSet
              name="show"
              label="Map, folder and graphs"
              tabs={tabs}
              otherwise={shownByKind(shownValue('show', ''), kind)}
            />
          ),
        },
        {
          id: 'details',
          title: 'Details',
          area: 'right',
          body:
            actor !== undefined ? (
              <ActorInspector store={store} path={actor} closed={closed} />
            ) : asset !== undefined ? (
              <AssetInspector store={store} thumbnails={thumbnails} path={asset} />
            ) : (
              <Empty
                title="Nothing is selected"
                text="Select an asset in the tree, or an actor on the map."
              />
            ),
        },
        {
          id: 'more',
          title: 'Log and more',
          area: 'bottom',
          body: (
            <TabSet
              name="tab"
              label="Log, picture and writes"
              tabs={[
                { id: 'log', label: 'Log', body: () => <LogPanel store={store} /> },
                { id: 'picture', label: 'Picture', body: () => <PicturePanel store={store} /> },
                { id: 'writes', label: 'Writes', body: () => <WritesPanel store={store} closed={closed} /> },
              ]}
            />
          ),
        },
      ]}
    />
  );
}

/** The tab that fits an asset: the graphs of a Blueprint, the map of a level, the references of others. */
function shownByKind(show: string, kind: string | undefined): string {
  if (show !== 'asset') return show === '' ? 'map' : show;
  if (kind === 'World') return 'map';
  return kind?.endsWith('Blueprint') ? 'blueprint' : 'references';
}

/** Plans of set_actor_transform have the location before and after. */
function spotIn(value: unknown): Spot | undefined {
  const { x, y } = ((value as { location?: unknown } | null)?.location ?? {}) as Record<string, unknown>;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
}
