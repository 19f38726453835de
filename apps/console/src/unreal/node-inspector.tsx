import { showValues } from '../explorer/more.js';
import { Untrusted } from '../text/untrusted.js';
import { Badge } from '../ui/badge.js';
import { nameOf } from './asset-rows.js';
import type { BlueprintPin } from './blueprint-pins.js';
import { shownNode } from './shown-node.js';

const MAX_PINS = 100;
const MAX_LINKS = 20;

/** The selected node of a graph: its pins, their types, values and wires. */
export function NodeInspector({ path }: { readonly path: string }) {
  const shown = shownNode.value;
  if (shown?.path !== path) return null;
  const { node, graph } = shown;
  const titles = new Map(graph.nodes.map(({ id, title }) => [id, title]));
  return (
    <section class="unreal-node-detail" data-testid="node-detail" aria-label="Selected node">
      <header class="unreal-head">
        <h2>
          <Untrusted text={node.title} max={80} />
        </h2>
        <Badge>
          <Untrusted text={nameOf(node.class)} max={50} />
        </Badge>
        <button
          type="button"
          class="ui-button ui-button-quiet"
          data-testid="node-close"
          onClick={() => showValues({ node: undefined })}
        >
          Close
        </button>
        <p class="ui-muted unreal-path">
          <Untrusted text={`${graph.name}.${node.id}`} max={200} />
        </p>
        {node.comment !== undefined && (
          <p class="explorer-note">
            <Untrusted text={node.comment} max={300} />
          </p>
        )}
      </header>
      <PinTable title="Inputs" pins={node.pins.filter(({ isOutput }) => !isOutput)} titles={titles} />
      <PinTable title="Outputs" pins={node.pins.filter(({ isOutput }) => isOutput)} titles={titles} />
      {node.pins.length === 0 && <p class="explorer-note">No pins of this node are known.</p>}
    </section>
  );
}

interface TableProps {
  readonly title: string;
  readonly pins: readonly BlueprintPin[];
  readonly titles: ReadonlyMap<string, string>;
}

function PinTable({ title, pins, titles }: TableProps) {
  if (pins.length === 0) return null;
  return (
    <>
      <h3 class="unreal-section">{title}</h3>
      <ul class="unreal-pins">
        {pins.slice(0, MAX_PINS).map((pin, index) => (
          <li key={index} class={`unreal-pin-${pin.kind}`}>
            <span class="unreal-pin-dot" aria-hidden="true" />
            <span>
              <Untrusted text={pin.label} max={60} />{' '}
              <span class="ui-muted">
                <Untrusted text={pin.type === '' ? pin.kind : pin.type} max={60} />
              </span>{' '}
              {pin.value !== undefined && pin.links.length === 0 && (
                <code>
                  <Untrusted text={pin.value} max={200} />
                </code>
              )}
              {pin.links.slice(0, MAX_LINKS).map(({ node }, at) => (
                <button
                  key={at}
                  type="button"
                  class="ui-button ui-button-quiet unreal-link"
                  disabled={!titles.has(node)}
                  onClick={() => showValues({ node })}
                >
                  {pin.isOutput ? '→ ' : '← '}
                  <Untrusted text={titles.get(node) ?? node} max={50} />
                </button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {pins.length > MAX_PINS && (
        <p class="explorer-note">
          The first {MAX_PINS} of {pins.length} pins.
        </p>
      )}
    </>
  );
}
