import { Untrusted } from '../../text/untrusted.js';
import { type Entity, textOf, type UniverseModel } from './universe-model.js';

const MAX_SHOWN = 80;

interface BodyListProps {
  readonly model: UniverseModel;
  readonly selected: string | undefined;
  onSelect(id: string): void;
}

/** The largest bodies, for those who do not point at a picture. */
export function BodyList({ model, selected, onSelect }: BodyListProps) {
  const bodies: readonly Entity[] = model.bodies().slice(0, MAX_SHOWN);
  if (bodies.length === 0) return <p class="frame-state">The universe has no bodies.</p>;
  return (
    <>
      <h2>Bodies, by mass</h2>
      <ul data-testid="app-bodies">
        {bodies.map(body => (
          <li key={body.id}>
            <button
              type="button"
              class="frame-line"
              data-id={body.id}
              aria-current={body.id === selected}
              onClick={() => onSelect(body.id)}
            >
              <Untrusted text={textOf(body, 'name') ?? body.id} max={60} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
