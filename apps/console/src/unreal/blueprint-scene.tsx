import { type Signal, useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Camera2d, Size } from '../explorer/camera-2d.js';
import { isWithin, pinPlace, type Region, regionOf, wireBox, wirePath } from './blueprint-layout.js';
import type { BlueprintGraph } from './blueprint-model.js';
import { CommentBox, NodeBox } from './blueprint-node.js';
import type { OrderedNodes } from './node-order.js';

/** Nodes and wires that are drawn at once. */
const [MAX_NODES, MAX_WIRES] = [1_500, 4_000];

export interface SceneProps {
  readonly graph: BlueprintGraph;
  readonly ordered: OrderedNodes;
  readonly camera: Signal<Camera2d>;
  readonly size: Signal<Size>;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** The comments, wires and nodes that are in view. The selected node and the one with the focus are always drawn. */
export function BlueprintScene({ graph, ordered, camera, size, chosen, onChoose }: SceneProps) {
  const focused = useSignal('');
  // A text, so that a move within the region draws nothing.
  const region: Region = JSON.parse(
    useComputed(() => JSON.stringify(regionOf(camera.value, size.value))).value,
  );
  const lines = useMemo(() => linesOf(graph), [graph]);
  const wired = useMemo(
    () => new Set(graph.wires.flatMap(({ from, pin, to, toPin }) => [`${pin} ${from}`, `${toPin} ${to}`])),
    [graph],
  );
  const nodes = ordered.nodes
    .filter(node => node.id === chosen || node.id === focused.value || isWithin(region, node))
    .slice(0, MAX_NODES);
  const comments = graph.nodes.filter(node => node.kind === 'comment' && isWithin(region, node));
  const shown = lines.filter(({ box }) => isWithin(region, box)).slice(0, MAX_WIRES);
  return (
    <>
      {comments.slice(0, MAX_NODES).map(node => (
        <CommentBox key={node.id} node={node} />
      ))}
      {shown.map(({ key, path, wire }) => {
        const isChosen = wire.from === chosen || wire.to === chosen;
        return (
          <path
            key={key}
            class={`unreal-wire unreal-pin-${wire.kind}${isChosen ? ' unreal-wire-chosen' : ''}`}
            data-testid="blueprint-wire"
            d={path}
          />
        );
      })}
      {nodes.map(node => (
        <NodeBox
          key={node.id}
          node={node}
          number={ordered.numbers.get(node.id)}
          isChosen={chosen === node.id}
          isDetailed={region.isDetailed}
          wired={wired}
          onChoose={() => onChoose(node.id)}
          onFocus={() => {
            focused.value = node.id;
          }}
        />
      ))}
    </>
  );
}

function linesOf({ nodes, wires }: BlueprintGraph) {
  const at = new Map(nodes.map(node => [node.id, node]));
  return wires.flatMap(wire => {
    const [a, b] = [at.get(wire.from), at.get(wire.to)];
    if (a === undefined || b === undefined) return [];
    const [from, to] = [pinPlace(a, wire.pin, true), pinPlace(b, wire.toPin, false)];
    const key = `${wire.pin} ${wire.toPin} ${wire.from} ${wire.to}`;
    return [{ key, wire, path: wirePath(from, to), box: wireBox(from, to) }];
  });
}
