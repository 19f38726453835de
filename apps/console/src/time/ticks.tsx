import { colourOf } from '../state/colour.js';
import { fractionOf } from './cursor.js';
import type { JournalEntry } from './journal.js';

interface Props {
  readonly entries: readonly JournalEntry[];
  readonly range: readonly [number, number];
  readonly shown: number;
  readonly compared: number | undefined;
}

/** Entries as marks over the slider, in the colours of their agents. */
export function Ticks({ entries, range, shown, compared }: Props) {
  const at = (revision: number) => `${fractionOf(revision, range) * 100}%`;
  return (
    <div class="time-ticks" aria-hidden="true">
      {entries.map(({ revision, principal }) => (
        <i
          key={revision}
          class={revision > shown ? 'time-tick time-tick-later' : 'time-tick'}
          style={{ left: at(revision), ...(principal !== undefined && { background: colourOf(principal) }) }}
        />
      ))}
      {compared !== undefined && <i class="time-compared" style={{ left: at(compared) }} />}
      <i class="time-cursor" style={{ left: at(shown) }} />
    </div>
  );
}
