import { visibleText } from '../../text/visible-text.js';
import './system-picture.css';
import { centreOf, systemMap } from './system-map.js';
import { type Entity, type Mark, textOf } from './universe-model.js';

interface SystemPictureProps {
  readonly bodies: readonly Entity[];
  readonly time: number;
  readonly revision: number;
  readonly selected: string | undefined;
  readonly marks: readonly Mark[];
  onSelect(id: string): void;
}

/** A system from above as a drawing. A click on a body selects it, and shows what orbits it. */
export function SystemPicture({ bodies, time, revision, selected, marks, onSelect }: SystemPictureProps) {
  const centre = centreOf(bodies, selected);
  if (centre === undefined) return <p class="frame-note">The universe has no bodies.</p>;
  const placed = systemMap(bodies, centre, time);
  const byId = new Map(bodies.map(body => [body.id, body]));
  const ops = new Map(marks.filter(({ in: kind }) => kind === 'stars').map(({ id, op }) => [id, op]));
  const above = byId.get(textOf(centre, 'parentId') ?? '');
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no fieldset. */}
      <svg
        class="app-map"
        viewBox="-1.25 -1 2.5 2"
        role="group"
        aria-label={`Map of ${visibleText(nameOf(centre), 60)}`}
        data-testid="universe-canvas"
        data-bodies={placed.length}
        data-revision={revision}
        data-focus={centre.id}
        data-selected={selected ?? ''}
      >
        {placed.map(({ id, ring }) => ring > 0 && <circle key={id} class="app-map-ring" r={ring} />)}
        {placed.map(({ id, x, y, size, color }) => (
          // biome-ignore lint/a11y/useSemanticElements: a drawing has no button element.
          <g
            key={id}
            class="app-map-body"
            data-id={id}
            data-op={ops.get(id)}
            role="button"
            tabIndex={0}
            aria-label={visibleText(nameOf(byId.get(id)!), 60)}
            aria-pressed={id === selected}
            onClick={() => onSelect(id)}
            onKeyDown={event => {
              if (event.key === 'Enter' || event.key === ' ') onSelect(id);
            }}
          >
            {ops.has(id) && <circle class="app-map-mark" cx={x} cy={y} r={size + 0.025} />}
            <circle cx={x} cy={y} r={size} fill={color} />
            <text x={x + size + 0.015} y={y + 0.015}>
              {visibleText(nameOf(byId.get(id)!), 24)}
            </text>
          </g>
        ))}
      </svg>
      {above !== undefined && (
        <button type="button" class="app-map-up" data-testid="app-up" onClick={() => onSelect(above.id)}>
          ↑ {visibleText(nameOf(above), 24)}
        </button>
      )}
    </>
  );
}

function nameOf(body: Entity): string {
  return textOf(body, 'name') ?? body.id;
}
