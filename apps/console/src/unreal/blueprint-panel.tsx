import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { boundsOf, fitted } from '../explorer/camera-2d.js';
import { Failure } from '../explorer/failure.js';
import { shownValue, showValues } from '../explorer/more.js';
import { Plane } from '../explorer/plane.js';
import { visibleText } from '../text/visible-text.js';
import { Empty } from '../ui/empty.js';
import type { Answered, PackageObject } from './answers.js';
import {
  type BlueprintGraph,
  type BlueprintNode,
  callOrder,
  graphsOf,
  HEAD_HEIGHT,
  PIN_HEIGHT,
} from './blueprint-model.js';
import { ProvenanceBadge } from './provenance.js';
import type { UnrealStore } from './unreal-store.js';

const MAX_PARTS = 10;
const PART_BYTES = 2_000_000;
const MIN_SCALE = 0.6;
/** Nodes of one graph that are drawn. */
const MAX_NODES = 1_500;

interface Contents extends Answered {
  readonly objects: readonly PackageObject[];
  readonly nextOffset?: number;
}

/** A Blueprint as the graphs of its nodes. */
export function BlueprintPanel({ store, path }: { readonly store: UnrealStore; readonly path: string }) {
  const graphs = useSignal<readonly BlueprintGraph[] | undefined>(undefined);
  const source = useSignal<Answered | undefined>(undefined);
  const isCut = useSignal(false);
  const failure = useSignal<unknown>(undefined);
  const camera = useSignal({ x: 0, y: 0, scale: 1 });
  const size = useSignal({ width: 600, height: 400 });
  const chosen = useSignal<string | undefined>(undefined);
  const name = shownValue('graph', '');
  const graph = useComputed(
    () => graphs.value?.find(each => each.name === shownValue('graph', '')) ?? graphs.value?.[0],
  );
  const order = useComputed(() =>
    graph.value === undefined ? new Map<string, number>() : callOrder(graph.value),
  );
  useEffect(() => {
    const stop = new AbortController();
    graphs.value = undefined;
    failure.value = undefined;
    read(stop.signal).then(
      found => {
        if (stop.signal.aborted) return;
        graphs.value = found;
        fit();
      },
      thrown => {
        if (!stop.signal.aborted) failure.value = thrown;
      },
    );
    return () => stop.abort();
  }, [path, store.revision.value]);
  useEffect(fit, [graph.value?.name]);
  if (failure.value !== undefined) return <Failure thrown={failure.value} />;
  if (graphs.value === undefined) return <p class="explorer-note">Reading the Blueprint…</p>;
  if (graph.value === undefined) return <Empty title="No graphs" text="The asset has no graph of nodes." />;
  const { nodes, wires, hasPins } = graph.value;
  const shown = nodes.slice(0, MAX_NODES);
  const at = new Map(shown.map(node => [node.id, node]));
  return (
    <Plane
      key={path}
      label={`Graph ${visibleText(graph.value.name, 60)}`}
      testid="blueprint-graph"
      camera={camera}
      size={size}
      onFit={fit}
      facts={{ nodes: shown.length, wires: wires.length, graph: graph.value.name }}
      tools={
        <>
          <select
            class="ui-input"
            aria-label="Graph of the Blueprint"
            data-testid="blueprint-choice"
            value={graph.value.name}
            onChange={event => showValues({ graph: event.currentTarget.value })}
          >
            {graphs.value.map((each, index) => (
              <option key={`${each.name} ${index}`} value={each.name}>
                {visibleText(each.name, 50)} ({each.nodes.length})
              </option>
            ))}
          </select>
          <ProvenanceBadge of={source.value?.provenance} />
          {nodes.length > MAX_NODES && <span class="ui-muted">{MAX_NODES} nodes are shown.</span>}
          {isCut.value && <span class="ui-muted">The Blueprint is large: a part of it is shown.</span>}
          {!hasPins && nodes.length > 0 && (
            <span class="ui-muted">
              Files have no pins and wires: numbers are the order from left to right. A running editor has
              them.
            </span>
          )}
          {nodes.length === 0 && (
            <span class="ui-muted">The graph {visibleText(name, 40)} has no nodes.</span>
          )}
        </>
      }
    >
      {shown.filter(({ kind }) => kind === 'comment').map(Comment)}
      {wires.map(({ from, pin, to }) => {
        const [a, b] = [at.get(from), at.get(to)];
        if (a === undefined || b === undefined) return null;
        const isExecution = /^(?:then|else|execute|Completed|LoopBody|.*exec.*)$/i.test(
          a.pins[pin]?.name ?? '',
        );
        return (
          <path
            key={`${from} ${pin} ${to}`}
            class={isExecution ? 'unreal-wire' : 'unreal-wire unreal-data'}
            d={wirePath(a, pin, b)}
          />
        );
      })}
      {shown
        .filter(({ kind }) => kind !== 'comment')
        .map(node => (
          <NodeBox
            key={node.id}
            node={node}
            number={order.value.get(node.id)}
            isChosen={chosen.value === node.id}
            onChoose={() => {
              chosen.value = node.id;
            }}
          />
        ))}
    </Plane>
  );

  async function read(signal: AbortSignal): Promise<readonly BlueprintGraph[]> {
    const objects: PackageObject[] = [];
    let offset: number | undefined = 0;
    for (let part = 0; part < MAX_PARTS && offset !== undefined; part++) {
      const args = { path, format: 'json', offset, maxBytes: PART_BYTES };
      const answer: Contents = await store.call('get_blueprint_contents', args, signal);
      source.value = answer;
      objects.push(...answer.objects);
      offset = answer.nextOffset;
    }
    isCut.value = offset !== undefined;
    return graphsOf(objects);
  }

  function fit(): void {
    const bounds = boundsOf(
      (graph.peek()?.nodes ?? []).flatMap(({ x, y, width, height }) => [
        { x, y },
        { x: x + width, y: y + height },
      ]),
    );
    if (bounds === undefined) return;
    const whole = fitted(bounds, size.peek(), 1.1, 50);
    const { width } = size.peek();
    // A large graph begins at its left end, at a size that can be read.
    camera.value =
      whole.scale < MIN_SCALE
        ? { x: bounds.minX + width / 2 / MIN_SCALE - 40, y: whole.y, scale: MIN_SCALE }
        : whole;
  }
}

function Comment({ id, title, x, y, width, height }: BlueprintNode) {
  return (
    <g key={id} transform={`translate(${x} ${y})`} class="unreal-comment">
      <rect width={width} height={height} rx="6" />
      <text x="10" y="20">
        {visibleText(title, Math.max(8, Math.floor(width / 8)))}
      </text>
    </g>
  );
}

interface BoxProps {
  readonly node: BlueprintNode;
  readonly number: number | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function NodeBox({ node, number, isChosen, onChoose }: BoxProps) {
  const { title, kind, x, y, width, height, pins, comment } = node;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of an SVG cannot be a button element
    <g
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      class={`unreal-box unreal-box-${kind}`}
      transform={`translate(${x} ${y})`}
      data-testid="blueprint-node"
      onClick={onChoose}
      onKeyDown={event => event.key === 'Enter' && onChoose()}
    >
      <rect width={width} height={height} rx="7" class="unreal-box-body" />
      <path
        d={`M0 ${HEAD_HEIGHT}V7a7 7 0 017-7h${width - 14}a7 7 0 017 7v${HEAD_HEIGHT - 7}z`}
        class="unreal-box-head"
      />
      <text x="12" y="20" class="unreal-box-title">
        {visibleText(title, Math.floor((width - 40) / 7))}
      </text>
      {number !== undefined && (
        <text x={width - 8} y="20" text-anchor="end" class="unreal-box-number">
          {number}
        </text>
      )}
      {comment !== undefined && (
        <text x="0" y="-8" class="unreal-box-note">
          {visibleText(comment, 60)}
        </text>
      )}
      {pins.map(({ name, isOutput, value }, index) => {
        const line = HEAD_HEIGHT + index * PIN_HEIGHT + 14;
        const text = visibleText(
          value === undefined ? name : `${name} = ${value}`,
          Math.floor((width - 24) / 6.4),
        );
        return (
          <g key={index}>
            <circle cx={isOutput ? width : 0} cy={line} r="4" class="unreal-pin" />
            <text x={isOutput ? width - 10 : 10} y={line + 4} text-anchor={isOutput ? 'end' : 'start'}>
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function wirePath(from: BlueprintNode, pin: number, to: BlueprintNode): string {
  const [x1, y1] = [from.x + from.width, from.y + HEAD_HEIGHT + pin * PIN_HEIGHT + 14];
  const [x2, y2] = [to.x, to.y + HEAD_HEIGHT / 2];
  const bend = Math.max(50, Math.abs(x2 - x1) / 2);
  // A wire that passes over other nodes goes around them.
  const lift = x2 - x1 > 250 ? -Math.min(160, (x2 - x1) / 6) : 0;
  return `M${x1} ${y1}C${x1 + bend} ${y1 + lift} ${x2 - bend} ${y2 + lift} ${x2} ${y2}`;
}
