import { visibleText } from '../text/visible-text.js';
import type { BlueprintNode } from './blueprint-model.js';
import type { BlueprintPin } from './blueprint-pins.js';

interface Props {
  readonly node: BlueprintNode;
  readonly number: number | undefined;
  readonly isChosen: boolean;
  /** Whether pins are drawn. */
  readonly isDetailed: boolean;
  /** Pins with a wire, as `<index> <node>`. */
  readonly wired: ReadonlySet<string>;
  readonly onChoose: () => void;
  readonly onFocus: () => void;
}

/** A node with its pins. */
export function NodeBox({ node, number, isChosen, isDetailed, wired, onChoose, onFocus }: Props) {
  const { id, title, kind, x, y, width, height, head, spots, missing, pins, comment } = node;
  const radius = Math.min(7, height / 2);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of an SVG cannot be a button element
    <g
      role="button"
      tabIndex={0}
      aria-pressed={isChosen}
      aria-label={`${number === undefined ? '' : `${number}: `}${visibleText(title, 80)}`}
      class={`unreal-box unreal-box-${kind}`}
      transform={`translate(${x} ${y})`}
      data-testid="blueprint-node"
      data-node={id}
      onClick={onChoose}
      onFocus={onFocus}
      onKeyDown={event => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onChoose();
      }}
    >
      <rect width={width} height={height} rx={radius} class="unreal-box-body" />
      {head > 0 && (
        <>
          <path
            d={`M0 ${head}V7a7 7 0 017-7h${width - 14}a7 7 0 017 7v${head - 7}z`}
            class="unreal-box-head"
          />
          <text x="11" y="19" class="unreal-box-title">
            {visibleText(title, Math.floor((width - 40) / 7.6))}
          </text>
        </>
      )}
      {number !== undefined && head > 0 && (
        <text x={width - 8} y="19" text-anchor="end" class="unreal-box-number">
          {number}
        </text>
      )}
      {isDetailed && comment !== undefined && (
        <text x="0" y="-8" class="unreal-box-note">
          {visibleText(comment, 60)}
        </text>
      )}
      {isDetailed &&
        spots.map(spot => {
          const pin = pins[spot.pin];
          return (
            pin && (
              <g key={spot.pin} class={`unreal-pin-${pin.kind}`}>
                <PinMark pin={pin} x={spot.x} y={spot.y} isWired={wired.has(`${spot.pin} ${id}`)} />
                <text
                  x={pin.isOutput ? width - 12 : 12}
                  y={spot.y + 4}
                  text-anchor={pin.isOutput ? 'end' : 'start'}
                >
                  {spot.text}
                </text>
              </g>
            )
          );
        })}
      {isDetailed && missing > 0 && (
        <text x="12" y={height + 14}>
          {missing} more pins
        </text>
      )}
    </g>
  );
}

/** An arrow for execution, a square for lists, a circle for other values. Filled with a wire. */
function PinMark({ pin, x, y, isWired }: { pin: BlueprintPin; x: number; y: number; isWired: boolean }) {
  const shape = isWired ? 'unreal-pin unreal-pin-wired' : 'unreal-pin';
  if (pin.kind === 'exec') return <path d={`M${x - 4} ${y - 5}h4l5 5l-5 5h-4z`} class={shape} />;
  if (/^(?:array|set|map) of /.test(pin.type))
    return <rect x={x - 4} y={y - 4} width="8" height="8" class={shape} />;
  return <circle cx={x} cy={y} r="4.5" class={shape} />;
}

/** A comment is a frame behind nodes. */
export function CommentBox({ node: { title, x, y, width, height } }: { readonly node: BlueprintNode }) {
  return (
    <g transform={`translate(${x} ${y})`} class="unreal-comment">
      <rect width={width} height={height} rx="6" />
      <text x="10" y="22">
        {visibleText(title, Math.max(8, Math.floor(width / 8)))}
      </text>
    </g>
  );
}
