import { Untrusted } from '../../text/untrusted.js';
import type { Mark } from './universe-model.js';

const MAX_SHOWN = 40;
const SIGNS = { added: '+', changed: '~', removed: '−', named: '•' } as const;

interface MarkListProps {
  readonly marks: readonly Mark[];
  readonly title: string;
  onSelect(mark: Mark): void;
}

/** What the result or the last change touched. */
export function MarkList({ marks, title, onSelect }: MarkListProps) {
  if (marks.length === 0) return null;
  const more = marks.length - MAX_SHOWN;
  return (
    <>
      <h2>{title}</h2>
      <ul data-testid="app-marks">
        {marks.slice(0, MAX_SHOWN).map(mark => (
          <li key={`${mark.in}/${mark.id}`}>
            <button
              type="button"
              class="frame-line frame-mark"
              data-op={mark.op}
              data-id={mark.id}
              title={mark.op}
              onClick={() => onSelect(mark)}
            >
              {SIGNS[mark.op]} <Untrusted text={mark.name} max={60} />
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="frame-state">and {more} more</p>}
    </>
  );
}
