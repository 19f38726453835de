import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../ui/button.js';
import { RATES } from '../clock/clock.js';
import { dateText, parseDate, presentTime } from '../clock/dates.js';
import { useUniverse } from './universe-context.js';

/** The time that is shown: play, pause, rate, and a date to go to. */
export function ClockBar() {
  const { clock, shown } = useUniverse();
  const editing = useSignal<string | undefined>(undefined);
  const wrong = useSignal(false);
  const bar = useRef<HTMLElement>(null);
  // On a narrow page the bar has one row or two. What lies above it begins there.
  useEffect(() => {
    const sizes = new ResizeObserver(() => {
      const height = bar.current?.offsetHeight ?? 0;
      document.documentElement.style.setProperty('--clock', `${height}px`);
    });
    sizes.observe(bar.current!);
    return () => sizes.disconnect();
  }, []);
  const backwards = clock.rate.value < 0;
  const size = Math.abs(clock.rate.value);
  const submit = (event: Event) => {
    event.preventDefault();
    const seconds = parseDate(editing.value ?? '');
    wrong.value = seconds === undefined;
    if (seconds === undefined) return;
    clock.pause();
    clock.set(seconds);
    editing.value = undefined;
  };
  return (
    <section ref={bar} class="universe-clock" aria-label="Clock of the universe" data-testid="clock">
      <Button
        label={clock.playing.value ? 'Pause the clock' : 'Play the clock'}
        icon={clock.playing.value ? 'pause' : 'play'}
        iconOnly
        testid="clock-play"
        onPress={() => (clock.playing.peek() ? clock.pause() : clock.play())}
      />
      {editing.value === undefined ? (
        <DateButton
          onEdit={() => {
            clock.pause();
            editing.value = dateText(clock.time.peek());
          }}
        />
      ) : (
        <form onSubmit={submit} class="universe-date-form">
          <input
            class="ui-input"
            aria-label="Date (TDB), or seconds since J2000.0"
            aria-invalid={wrong.value}
            title="2030-06-01, 2030-06-01 12:00:00, or seconds since J2000.0"
            data-testid="clock-input"
            value={editing.value}
            ref={element => element?.focus()}
            onInput={event => {
              editing.value = event.currentTarget.value;
              wrong.value = false;
            }}
            onKeyDown={event => {
              event.stopPropagation();
              if (event.key === 'Escape') editing.value = undefined;
            }}
          />
          <button type="submit" class="ui-button ui-button-primary" data-testid="clock-go">
            Go
          </button>
        </form>
      )}
      <Button
        label="Backwards"
        icon="back"
        iconOnly
        kind="quiet"
        pressed={backwards}
        testid="clock-reverse"
        onPress={() => {
          clock.rate.value = -clock.rate.value;
        }}
      />
      <label>
        <span class="visually-hidden">Rate</span>
        <select
          class="ui-input universe-rate"
          data-testid="clock-rate"
          value={String(size)}
          onChange={event => {
            clock.rate.value = Number(event.currentTarget.value) * (backwards ? -1 : 1);
          }}
        >
          {RATES.map(({ value, name }) => (
            <option key={value} value={String(value)}>
              {backwards ? `−${name}` : name}
            </option>
          ))}
        </select>
      </label>
      <Button
        label="Now"
        kind="quiet"
        title="The present"
        testid="clock-now"
        onPress={() => {
          clock.pause();
          clock.set(presentTime(Date.now()));
        }}
      />
      {!clock.own.value && (
        <Button
          label="Own time"
          kind="quiet"
          title="The time that the universe has"
          testid="clock-own"
          onPress={() => clock.reset(shown.shown.peek()?.copy.store.time ?? 0)}
        />
      )}
    </section>
  );
}

/** Writes the date without rendering the bar again for each frame. */
function DateButton({ onEdit }: { readonly onEdit: () => void }) {
  const { clock } = useUniverse();
  const text = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      clock.time.subscribe(time => {
        if (text.current !== null) text.current.textContent = dateText(time);
      }),
    [],
  );
  return (
    <button
      type="button"
      class="ui-button ui-button-quiet universe-date"
      title="Go to a date"
      data-testid="clock-date"
      onClick={onEdit}
    >
      <span ref={text} /> <small class="ui-muted">TDB</small>
    </button>
  );
}
