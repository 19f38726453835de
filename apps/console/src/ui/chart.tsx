import { linePath } from './line-path.js';

const WIDTH = 240;
const HEIGHT = 48;

interface Props {
  readonly label: string;
  /** Text of the last value. */
  readonly value: string;
  /** Oldest first. `undefined` leaves a gap. */
  readonly values: readonly (number | undefined)[];
  readonly note?: string;
  /** The least top of the scale. */
  readonly min?: number;
  readonly testid?: string;
}

/** A small line chart with its last value as text. */
export function Chart({ label, value, values, note, min = 0, testid }: Props) {
  const known = values.filter(each => each !== undefined);
  const top = Math.max(min, ...known);
  const path = linePath(values, top, WIDTH, HEIGHT);
  return (
    <figure class="ui-chart" data-testid={testid}>
      <figcaption>
        <span class="ui-chart-label">{label}</span>
        <strong>{value}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${value}`}
      >
        <path class="ui-chart-area" d={path.area} />
        <path class="ui-chart-line" d={path.line} />
      </svg>
      {note !== undefined && <span class="ui-chart-note">{note}</span>}
    </figure>
  );
}
