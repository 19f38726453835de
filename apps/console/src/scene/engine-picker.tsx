import { useEffect } from 'preact/hooks';
import { pollVisible } from '../explorer/poll.js';
import { go, place } from '../state/place.js';
import { Untrusted } from '../text/untrusted.js';
import { visibleText } from '../text/visible-text.js';
import { When } from '../ui/when.js';
import { type EngineList, engineLine } from './engine-list.js';

/** No event says who holds an engine. */
const HOLDERS_MS = 5_000;
const MAX_LINE = 120;
const MAX_REASON = 300;
/** States that need no mark beside the picker. */
const WORKING: ReadonlySet<string> = new Set(['linked', 'back']);

/** Chooses the engine of the view. Nothing while there is no choice. */
export function EnginePicker({ engines }: { readonly engines: EngineList }) {
  const isChoice = engines.isChoice();
  useEffect(() => {
    if (!isChoice) return;
    return pollVisible(async () => {
      await engines.read();
      return HOLDERS_MS;
    });
  }, [engines, isChoice]);
  if (!isChoice) return null;
  const shown = engines.shown.value;
  const card = engines.card();
  return (
    <span class="scene-engine">
      <label>
        Engine{' '}
        <select
          class="ui-input"
          data-testid="engine-picker"
          value={shown}
          onChange={event => showEngine(event.currentTarget.value)}
        >
          {shown !== undefined && card === undefined && (
            <option value={shown}>{visibleText(shown, MAX_LINE)} · not in the list</option>
          )}
          {engines.cards.value?.map(each => (
            <option key={each.name} value={each.name}>
              {visibleText(engineLine(each), MAX_LINE)}
            </option>
          ))}
        </select>
      </label>
      {card !== undefined && !WORKING.has(card.state) && (
        <span
          class={`ui-badge ui-badge-${card.state === 'lost' ? 'danger' : 'warn'}`}
          data-testid="engine-state"
        >
          {card.state}
        </span>
      )}
      {card?.held !== undefined && (
        <span class="ui-badge ui-badge-warn" data-testid="engine-holder">
          held by <Untrusted text={card.held.holder} max={40} />
        </span>
      )}
    </span>
  );
}

/** Objects, revisions and places of the camera belong to one engine. */
function showEngine(engine: string): void {
  const { more } = place.peek();
  go({ sel: undefined, cam: undefined, rev: undefined, cmp: undefined, more: { ...more, engine } });
}

/** Says that the engine of the view is lost, and why. */
export function LostEngine({ engines }: { readonly engines: EngineList }) {
  const card = engines.card();
  if (card?.state !== 'lost') return null;
  return (
    <div class="explorer-failure" role="alert" data-testid="engine-lost">
      <p>
        The engine <Untrusted text={card.name} max={64} /> was lost <When at={card.since} />
        {card.reason === undefined ? '.' : ': '}
        {card.reason !== undefined && <Untrusted text={card.reason} max={MAX_REASON} />}
      </p>
      <p class="explorer-hint">What is shown is older. The view goes on when the engine links again.</p>
    </div>
  );
}
