import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Failure } from '../explorer/failure.js';
import { showValues } from '../explorer/more.js';
import { Untrusted } from '../text/untrusted.js';
import { Badge } from '../ui/badge.js';
import type { AssetDetail, Outline } from './answers.js';
import { nameOf } from './asset-rows.js';
import { NodeInspector } from './node-inspector.js';
import { PropertyList } from './property-list.js';
import { ProvenanceBadge } from './provenance.js';
import type { Thumbnails } from './thumbnails.js';
import type { UnrealStore } from './unreal-store.js';

interface Props {
  readonly store: UnrealStore;
  readonly thumbnails: Thumbnails;
  readonly path: string;
}

/** What an asset is: its picture, its outline or properties. */
export function AssetInspector({ store, thumbnails, path }: Props) {
  const detail = useSignal<AssetDetail | undefined>(undefined);
  const picture = useSignal<string | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const revision = store.revision.value;
  useEffect(() => {
    let ended = false;
    picture.value = undefined;
    void thumbnails.get(path).then(url => {
      if (!ended) picture.value = url;
    });
    return () => {
      ended = true;
      thumbnails.forget(path);
    };
  }, [path]);
  useEffect(() => {
    const stop = new AbortController();
    store.call<AssetDetail>('describe_asset', { path, maxBytes: 200_000 }, stop.signal).then(
      found => {
        detail.value = found;
        failure.value = undefined;
      },
      thrown => {
        if (!stop.signal.aborted) failure.value = thrown;
      },
    );
    return () => stop.abort();
  }, [path, revision]);
  const value = detail.value?.path === path ? detail.value : undefined;
  return (
    <div class="unreal-inspector" data-testid="asset-detail">
      <NodeInspector path={path} />
      <Failure thrown={failure.value} />
      {value !== undefined && (
        <>
          <header class="unreal-head">
            {picture.value !== undefined && <img class="unreal-picture" src={picture.value} alt="" />}
            <h2>
              <Untrusted text={value.name} max={80} />
            </h2>
            <Badge>
              <Untrusted text={value.class} max={40} />
            </Badge>
            <ProvenanceBadge of={value.provenance} />
            <p class="ui-muted unreal-path">
              <Untrusted text={path} max={300} />
            </p>
            <p class="ui-muted unreal-path">
              {value.savedBy !== undefined && (
                <>
                  saved by <Untrusted text={value.savedBy} max={40} />
                </>
              )}
              {value.size !== undefined && `, ${(value.size / 1024).toFixed(1)} KiB`}
              {value.level?.actors !== undefined && `, ${value.level.actors} actors`}
            </p>
            <div class="unreal-actions">
              <button type="button" class="ui-button" onClick={() => showValues({ show: 'references' })}>
                References
              </button>
              {value.blueprint !== undefined && (
                <button type="button" class="ui-button" onClick={() => showValues({ show: 'blueprint' })}>
                  Graphs
                </button>
              )}
              {value.class === 'World' && (
                <button type="button" class="ui-button" onClick={() => showValues({ show: 'map' })}>
                  Map
                </button>
              )}
            </div>
          </header>
          {value.note !== undefined && (
            <p class="explorer-note">
              <Untrusted text={value.note} max={300} />
            </p>
          )}
          {value.blueprint !== undefined && <BlueprintOutline outline={value.blueprint} />}
          <Group title="Properties" values={value.properties} />
          <Group title="Tags" values={value.tags} />
        </>
      )}
    </div>
  );
}

function Group({ title, values }: { title: string; values: Readonly<Record<string, unknown>> | undefined }) {
  if (values === undefined || Object.keys(values).length === 0) return null;
  return (
    <>
      <h3 class="unreal-section">{title}</h3>
      <PropertyList label={title} properties={values} closed={undefined} />
    </>
  );
}

function BlueprintOutline({ outline }: { readonly outline: Outline }) {
  const { parent, interfaces = [], components = [], variables = [], graphs = [], callers = {} } = outline;
  return (
    <div data-testid="blueprint-outline">
      {parent !== undefined && (
        <p class="explorer-note">
          Parent <Untrusted text={nameOf(parent)} max={60} />
          {interfaces.map(each => (
            <span key={each}>
              {' '}
              · <Untrusted text={nameOf(each)} max={60} />
            </span>
          ))}
        </p>
      )}
      {components.length > 0 && (
        <>
          <h3 class="unreal-section">Components</h3>
          <ul class="unreal-outline">
            {components.map(({ name, class: kind, parent: above }) => (
              <li key={name}>
                <Untrusted text={name} max={60} />{' '}
                <span class="ui-muted">
                  <Untrusted text={above === undefined ? kind : `${kind} below ${above}`} max={80} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {variables.length > 0 && (
        <>
          <h3 class="unreal-section">Variables</h3>
          <ul class="unreal-outline">
            {variables.map(({ name, type, default: initial }) => (
              <li key={name}>
                <Untrusted text={name} max={60} />{' '}
                <span class="ui-muted">
                  <Untrusted text={type} max={60} />
                  {initial !== undefined && (
                    <>
                      {' = '}
                      <Untrusted
                        text={typeof initial === 'string' ? initial : JSON.stringify(initial)}
                        max={60}
                      />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {graphs.length > 0 && (
        <>
          <h3 class="unreal-section">Graphs</h3>
          <ul class="unreal-outline">
            {graphs.map(graph => (
              <li key={graph.name}>
                <button
                  type="button"
                  class="ui-button ui-button-quiet"
                  data-testid={`graph-${graph.name}`}
                  onClick={() => showValues({ show: 'blueprint', graph: graph.name, node: undefined })}
                >
                  <Untrusted text={graph.name} max={60} />
                </button>
                <span class="ui-muted">{graph.nodes ?? 0} nodes</span>
                <Does word="events" names={graph.events} />
                <Does word="calls" names={graph.calls} />
                <Does word="sets" names={graph.sets} />
                <Does word="gets" names={graph.gets} />
                <Does word="called by" names={callers[graph.name]} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Does({ word, names }: { readonly word: string; readonly names: readonly string[] | undefined }) {
  if (names === undefined || names.length === 0) return null;
  return (
    <div class="unreal-does">
      <span class="ui-muted">{word}</span> <Untrusted text={names.join(', ')} max={300} />
    </div>
  );
}
