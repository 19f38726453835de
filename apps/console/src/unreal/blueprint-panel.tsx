import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { boundsOf, fitted } from '../explorer/camera-2d.js';
import { Failure } from '../explorer/failure.js';
import { shownValue, showValues } from '../explorer/more.js';
import { Plane } from '../explorer/plane.js';
import { Untrusted } from '../text/untrusted.js';
import { visibleText } from '../text/visible-text.js';
import { Empty } from '../ui/empty.js';
import type { BlueprintGraph } from './blueprint-model.js';
import { type Blueprint, readBlueprint } from './blueprint-reader.js';
import { BlueprintScene, type SceneProps } from './blueprint-scene.js';
import { GraphFlow } from './graph-flow.js';
import { orderedNodes } from './node-order.js';
import { ProvenanceBadge } from './provenance.js';
import { shownNode } from './shown-node.js';
import type { UnrealStore } from './unreal-store.js';

/** Pixels around all nodes. */
const MARGIN = 36;

/** A Blueprint as the graphs of its nodes, and what they execute. */
export function BlueprintPanel({ store, path }: { readonly store: UnrealStore; readonly path: string }) {
  const blueprint = useSignal<Blueprint | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const camera = useSignal({ x: 0, y: 0, scale: 1 });
  const size = useSignal({ width: 600, height: 400 });
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    readBlueprint(store, path, stop.signal).then(
      found => {
        if (stop.signal.aborted) return;
        failure.value = undefined;
        blueprint.value = found;
      },
      thrown => {
        if (!stop.signal.aborted) failure.value = thrown;
      },
    );
    return () => stop.abort();
  }, [path, store.revision.value]);
  const shown = blueprint.value?.path === path ? blueprint.value : undefined;
  const name = shownValue('graph', '');
  const graph = shown?.graphs.find(each => each.name === name) ?? shown?.graphs[0];
  const id = shownValue('node', '');
  const node = graph?.nodes.find(each => each.id === id);
  const ordered = useMemo(() => (graph === undefined ? undefined : orderedNodes(graph)), [graph]);
  useEffect(fit, [path, graph?.name]);
  useEffect(() => {
    shownNode.value = node === undefined || graph === undefined ? undefined : { path, graph, node };
  }, [path, graph, node]);
  useEffect(
    () => () => {
      shownNode.value = undefined;
    },
    [],
  );
  if (failure.value !== undefined) return <Failure thrown={failure.value} />;
  if (shown === undefined) return <p class="explorer-note">Reading the Blueprint…</p>;
  if (graph === undefined || ordered === undefined)
    return <Empty title="No graphs" text="The asset has no graph of nodes." />;
  const flow = shown.flows.find(each => each.name === graph.name);
  const scene: SceneProps = { graph, ordered, camera, size, chosen: id, onChoose: choose };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the plane inside it
    <div
      class="unreal-blueprint"
      ref={panel}
      onKeyDown={event => {
        const step = event.key === 'n' ? 1 : event.key === 'p' ? -1 : 0;
        const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
        if (step === 0 || !isPlain || !(event.target instanceof SVGElement)) return;
        event.preventDefault();
        event.stopPropagation();
        stepBy(step);
      }}
    >
      <Plane
        key={path}
        label={`Graph ${visibleText(graph.name, 60)}. The keys n and p select the next and the previous node`}
        testid="blueprint-graph"
        camera={camera}
        size={size}
        onFit={fit}
        facts={{ nodes: graph.nodes.length, wires: graph.wires.length, graph: graph.name }}
        tools={<Tools blueprint={shown} graph={graph} />}
      >
        <BlueprintScene {...scene} />
      </Plane>
      {shown.flows.some(each => each.flow !== undefined) && (
        <GraphFlow graph={graph.name} flow={flow?.flow} isCut={flow?.nextOffset !== undefined} />
      )}
    </div>
  );

  function choose(chosen: string): void {
    showValues({ node: chosen });
  }

  /** Selects the next node in the order of execution, and brings it into view. */
  function stepBy(step: number): void {
    const all = ordered?.nodes ?? [];
    const at = all.findIndex(each => each.id === id);
    const next = all[at < 0 ? 0 : (at + step + all.length) % all.length];
    if (next === undefined) return;
    choose(next.id);
    // A selected node is always drawn, and the plane moves to a node that gets the focus.
    requestAnimationFrame(() => {
      const found = panel.current?.querySelector<SVGElement>(`[data-node="${CSS.escape(next.id)}"]`);
      found?.focus();
    });
  }

  function fit(): void {
    const bounds = boundsOf(
      (graph?.nodes ?? []).flatMap(({ x, y, width, height }) => [
        { x, y },
        { x: x + width, y: y + height },
      ]),
    );
    if (bounds !== undefined) camera.value = fitted(bounds, size.peek(), 1.2, MARGIN);
  }
}

function Tools({ blueprint, graph }: { readonly blueprint: Blueprint; readonly graph: BlueprintGraph }) {
  const { graphs, source, isCut } = blueprint;
  const { nodes, hasPins } = graph;
  const notes = source.notes ?? [];
  return (
    <>
      <select
        class="ui-input"
        aria-label="Graph of the Blueprint"
        data-testid="blueprint-choice"
        value={graph.name}
        onChange={event => showValues({ graph: event.currentTarget.value, node: undefined })}
      >
        {graphs.map((each, index) => (
          <option key={`${each.name} ${index}`} value={each.name}>
            {visibleText(each.name, 50)} ({each.nodes.length})
          </option>
        ))}
      </select>
      <ProvenanceBadge of={source.provenance} />
      {isCut && <span class="ui-muted">The Blueprint is large: a part of it is shown.</span>}
      {!hasPins && nodes.length > 0 && (
        <span class="ui-muted" data-testid="blueprint-no-pins">
          The source has no pins of these nodes, so that no wires are drawn: numbers are the order from left
          to right.
        </span>
      )}
      {nodes.length === 0 && <span class="ui-muted">The graph has no nodes.</span>}
      {notes.length > 0 && (
        <span class="ui-muted">
          <Untrusted text={notes[0]!} max={160} />
          {notes.length > 1 && ` And ${notes.length - 1} more notes.`}
        </span>
      )}
    </>
  );
}
