import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { axesOf, type Placed, placed } from '../../scene/placed.js';
import { Untrusted } from '../../text/untrusted.js';
import { PAGE_CLOCK } from '../frame/follow.js';
import { Frame, Waiting } from '../frame/frame.js';
import type { Host } from '../link/open-link.js';
import { dataOf } from '../link/tool-data.js';
import './scene.css';
import { openSceneData, type SceneData } from './scene-data.js';
import { namedObjects, type SceneMark, type SceneTarget, targetOf, treeRows } from './scene-model.js';
import { ScenePicture } from './scene-picture.js';

const MAX_ROWS = 500;
const MAX_NAMED = 20;
const SIGNS = { added: '+', changed: '~', removed: '−', named: '•' } as const;

/** The scene beside the result of a tool that looks at objects or changes them. */
export function SceneApp({ host }: { readonly host: Host }) {
  const isReady = host.state.value === 'ready';
  const result = host.result.value;
  const input = host.input.value;
  const data = useMemo(
    () => (isReady ? openSceneData(host.link, PAGE_CLOCK, () => targetOfCall(host)) : undefined),
    [host, isReady],
  );
  useEffect(() => () => data?.following.stop(), [data]);
  // A write has changed the scene when its result is there.
  useEffect(() => data?.following.now(), [data, input, result]);
  if (data === undefined || data.version.value === 0)
    return (
      <Frame host={host} title="Scene" following={data?.following}>
        <Waiting host={host} what="the scene" />
      </Frame>
    );
  return <ShownScene host={host} data={data} />;
}

/** Arguments that are being written may lack the engine. */
function targetOfCall({ input, result }: Host): SceneTarget {
  const given = input.value?.complete === true ? input.value.given : {};
  return targetOf(given, (result.value && dataOf(result.value)) ?? {});
}

function ShownScene({ host, data }: { host: Host; data: SceneData }) {
  const selected = useSignal<string | undefined>(undefined);
  const { model, version, marks, following } = data;
  const result = host.result.value;
  const named = useMemo(() => {
    const ids = namedObjects(host.input.value?.given ?? {}, (result && dataOf(result)) ?? {});
    return ids.slice(0, MAX_NAMED).map<SceneMark>(id => ({ op: 'named', id, name: id }));
  }, [host.input.value, result]);
  const objects = useMemo(() => {
    const axes = axesOf(model.engine);
    const shown = new Map<string, Placed>();
    for (const card of model.objects.values()) {
      const object = placed(card, undefined, undefined, axes);
      if (object !== undefined) shown.set(card.Id, object);
    }
    return shown;
  }, [model, version.value]);
  const rows = useMemo(() => treeRows(model.objects.values()).slice(0, MAX_ROWS), [model, version.value]);
  const shown = marks.value.length > 0 ? marks.value : named;
  const ops = new Map(shown.map(({ id, op }) => [id, op]));
  const chosen = selected.value ?? shown.find(({ op }) => op !== 'removed')?.id;
  const card = chosen === undefined ? undefined : model.objects.get(chosen);
  const removed = shown.filter(({ op }) => op === 'removed');
  const count =
    model.objects.size < model.total ? `${model.objects.size} of ${model.total}` : String(model.total);
  return (
    <Frame
      host={host}
      title={model.engine === '' ? 'Scene' : model.engine}
      facts={`revision ${model.revision} · ${count} objects`}
      following={following}
      side={
        <>
          {card !== undefined && (
            <>
              <h2 data-testid="app-selected">
                <Untrusted text={card.Name ?? card.Id} max={80} />
              </h2>
              <dl>
                <dt>Id</dt>
                <dd>{card.Id}</dd>
                <dt>Path</dt>
                <dd>
                  <Untrusted text={card.Path ?? ''} max={200} />
                </dd>
                {card.Position && (
                  <>
                    <dt>Position</dt>
                    <dd>
                      {card.Position.X}, {card.Position.Y}, {card.Position.Z}
                    </dd>
                  </>
                )}
                <dt>Active</dt>
                <dd>{card.ActiveInHierarchy === false ? 'no' : 'yes'}</dd>
              </dl>
            </>
          )}
          {removed.length > 0 && (
            <ul data-testid="app-removed">
              {removed.map(({ id, name }) => (
                <li key={id} class="frame-mark" data-op="removed" data-id={id}>
                  {SIGNS.removed} <Untrusted text={name} max={60} />
                </li>
              ))}
            </ul>
          )}
          <h2>Hierarchy</h2>
          <ul data-testid="tree">
            {rows.map(({ card: { Id, Name }, depth }) => (
              <li key={Id} style={{ paddingLeft: `${Math.min(depth, 12) * 12}px` }}>
                <button
                  type="button"
                  class="frame-line frame-mark"
                  data-id={Id}
                  data-op={ops.get(Id)}
                  aria-current={Id === chosen}
                  onClick={() => {
                    selected.value = Id;
                  }}
                >
                  {ops.has(Id) && `${SIGNS[ops.get(Id)!]} `}
                  <Untrusted text={Name ?? Id} max={60} />
                </button>
              </li>
            ))}
          </ul>
        </>
      }
    >
      <ScenePicture
        objects={objects}
        revision={model.revision}
        selected={chosen}
        marks={shown}
        onSelect={id => {
          selected.value = id;
        }}
      />
    </Frame>
  );
}
