import { Button } from '../ui/button.js';
import { moveTo } from './playback.js';

/** The shown revision as a number that can be typed. */
export function RevisionField(props: {
  readonly shown: number;
  readonly newest: number;
  readonly from: number;
  readonly all: boolean;
  readonly onAll: () => void;
}) {
  const { shown, newest, from, all, onAll } = props;
  return (
    <span class="time-number">
      <label>
        <span class="visually-hidden">Revision</span>
        <input
          class="time-revision"
          type="text"
          inputMode="numeric"
          value={String(shown)}
          size={Math.max(2, String(newest).length)}
          data-testid="revision"
          onChange={event => {
            const given = event.currentTarget.value.trim();
            if (/^\d{1,15}$/.test(given)) moveTo(Math.min(newest, Number(given)));
            else event.currentTarget.value = String(shown);
          }}
        />
      </label>
      <span class="ui-muted">of {newest}</span>
      {(from > 0 || all) && newest > 400 && (
        <Button
          label={all ? 'Part' : 'All'}
          kind="quiet"
          title="Show all revisions, or those around the cursor"
          onPress={onAll}
          testid="time-all"
        />
      )}
    </span>
  );
}
