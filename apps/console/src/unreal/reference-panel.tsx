import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { boundsOf, type Camera2d, fitted } from '../explorer/camera-2d.js';
import { Failure } from '../explorer/failure.js';
import { Plane } from '../explorer/plane.js';
import { visibleText } from '../text/visible-text.js';
import { hueOf } from './actor-map.js';
import { nameOf } from './asset-rows.js';
import { layoutReferences, NODE_HEIGHT, NODE_WIDTH } from './reference-layout.js';
import { openReferences } from './reference-store.js';
import { showAsset } from './unreal-place.js';
import type { UnrealStore } from './unreal-store.js';

const MIN_SCALE = 0.62;

/** What an asset refers to, and what refers to it. */
export function ReferencePanel({ store, path }: { readonly store: UnrealStore; readonly path: string }) {
  const references = useMemo(() => openReferences(store), [store]);
  const depth = useSignal(2);
  const camera = useSignal({ x: 0, y: 0, scale: 1 });
  const size = useSignal({ width: 600, height: 400 });
  const state = references.state.value;
  const nodes = useComputed(() => layoutReferences(path, references.state.value.edges));
  useEffect(() => {
    void references.start(path, depth.peek()).then(begin);
  }, [path]);
  const classes = useComputed(
    () => new Map(store.assets.value.items.map(asset => [asset.path, asset.class])),
  );
  const at = new Map(nodes.value.map(node => [node.path, node]));
  return (
    <>
      <Failure thrown={state.failure} />
      <Plane
        label={`References of ${visibleText(nameOf(path), 60)}`}
        testid="reference-graph"
        camera={camera}
        size={size}
        onFit={fit}
        facts={{ nodes: nodes.value.length, edges: state.edges.length }}
        tools={
          <>
            <label class="unreal-depth">
              depth
              <select
                class="ui-input"
                data-testid="reference-depth"
                value={String(depth.value)}
                onChange={event => {
                  depth.value = Number(event.currentTarget.value);
                  void references.start(path, depth.value).then(begin);
                }}
              >
                {[1, 2, 3, 4].map(each => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
            <span class="ui-muted" role="status">
              {state.loading ? 'Reading…' : `${nodes.value.length} assets`}
              {state.isCut && ', limited: expand single ones'}
            </span>
            <span class="unreal-legend">
              <svg width="26" height="8" aria-hidden="true">
                <path d="M0 4h26" class="unreal-edge" />
              </svg>
              hard
              <svg width="26" height="8" aria-hidden="true">
                <path d="M0 4h26" class="unreal-edge unreal-soft" />
              </svg>
              soft
            </span>
          </>
        }
      >
        {state.edges.map(({ from, to, soft }) => {
          const [a, b] = [at.get(from), at.get(to)];
          if (a === undefined || b === undefined) return null;
          const isBack = b.column <= a.column;
          // An edge within a column, or back, leaves on the side of what it refers to.
          const [x1, x2] = isBack
            ? [a.x + NODE_WIDTH / 2, b.x + NODE_WIDTH / 2]
            : [a.x + NODE_WIDTH / 2, b.x - NODE_WIDTH / 2];
          const bend = isBack ? 50 : Math.max(40, (x2 - x1) / 2);
          return (
            <path
              key={`${from} ${to}`}
              class={`unreal-edge${soft ? ' unreal-soft' : ''}${isBack ? ' unreal-back' : ''}`}
              d={`M${x1} ${a.y}C${x1 + bend} ${a.y} ${isBack ? x2 + bend : x2 - bend} ${b.y} ${x2} ${b.y}`}
            />
          );
        })}
        {nodes.value.map(node => {
          const kind = classes.value.get(node.path) ?? '';
          const isRoot = node.path === path;
          const left = state.hidden.get(node.path);
          const canExpand = !state.read.has(node.path);
          return (
            <g
              key={node.path}
              transform={`translate(${node.x - NODE_WIDTH / 2} ${node.y - NODE_HEIGHT / 2})`}
            >
              {/* biome-ignore lint/a11y/useSemanticElements: a part of an SVG cannot be a button element */}
              <g
                role="button"
                tabIndex={0}
                class={isRoot ? 'unreal-node unreal-root' : 'unreal-node'}
                data-testid="reference-node"
                data-path={node.path}
                onClick={() => !isRoot && showAsset(node.path)}
                onKeyDown={event => {
                  if (event.key === 'Enter' && !isRoot) showAsset(node.path);
                  else if (event.key === 'e' && canExpand) void references.expand(node.path);
                }}
              >
                <rect width={NODE_WIDTH} height={NODE_HEIGHT} rx="6">
                  <title>{visibleText(node.path, 200)}</title>
                </rect>
                <rect
                  width="5"
                  height={NODE_HEIGHT}
                  rx="2"
                  class="unreal-stripe"
                  style={{ '--hue': hueOf(kind) }}
                />
                <text x="14" y="16" class="unreal-node-name">
                  {visibleText(nameOf(node.path), 24)}
                </text>
                <text x="14" y="31" class="unreal-node-kind">
                  {visibleText(kind === '' ? node.path : kind, 26)}
                  {left !== undefined && ` +${left} more`}
                </text>
              </g>
              {canExpand && (
                // biome-ignore lint/a11y/useSemanticElements: a part of an SVG cannot be a button element
                <g
                  role="button"
                  tabIndex={0}
                  class="unreal-expand"
                  aria-label={`Expand ${visibleText(nameOf(node.path), 60)}`}
                  data-testid="reference-expand"
                  transform={`translate(${node.column < 0 ? 0 : NODE_WIDTH} ${NODE_HEIGHT / 2})`}
                  onClick={() => void references.expand(node.path)}
                  onKeyDown={event => event.key === 'Enter' && void references.expand(node.path)}
                >
                  <circle r="8" />
                  <path d="M-4 0h8M0-4v8" />
                </g>
              )}
            </g>
          );
        })}
      </Plane>
    </>
  );

  function fit(): void {
    const whole = wholeView();
    if (whole !== undefined) camera.value = whole;
  }

  /** A large graph begins at the asset, at a size that can be read. */
  function begin(): void {
    const whole = wholeView();
    if (whole !== undefined)
      camera.value = whole.scale < MIN_SCALE ? { x: 0, y: 0, scale: MIN_SCALE } : whole;
  }

  function wholeView(): Camera2d | undefined {
    const bounds = boundsOf(
      nodes.value.flatMap(({ x, y }) => [
        { x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT },
        { x: x + NODE_WIDTH / 2, y: y + NODE_HEIGHT },
      ]),
    );
    return bounds && fitted(bounds, size.peek(), 1.2);
  }
}
