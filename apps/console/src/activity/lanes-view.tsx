import { useSignal } from '@preact/signals';
import { agents, followed } from '../state/agents.js';
import { auditVersion, spans } from '../state/audit-feed.js';
import { colourOf } from '../state/colour.js';
import { go } from '../state/place.js';
import { placeOfRecord } from '../state/record-link.js';
import { isRefused } from '../state/spans.js';
import { visibleText } from '../text/visible-text.js';
import { AgentName } from '../ui/agent-name.js';
import { durationText } from '../ui/ago-text.js';
import { Button } from '../ui/button.js';
import { now } from '../ui/now.js';
import { Tabs } from '../ui/tabs.js';
import { lanesOf, type PlacedSpan } from './lanes.js';

const WINDOWS = { '1 min': 60_000, '10 min': 600_000, '1 h': 3_600_000, '6 h': 21_600_000 } as const;
const ROW = 14;

/** A lane for each agent, with its calls as spans. Refused ones are marked. */
export function LanesView() {
  const shown = useSignal<keyof typeof WINDOWS>('10 min');
  auditVersion.value;
  const to = now.value;
  const from = to - WINDOWS[shown.value];
  const lanes = lanesOf(spans.list(), from, to);
  return (
    <section class="activity-lanes" aria-label="Calls by agent" data-testid="lanes">
      <header class="activity-lanes-head">
        <h2>Calls by agent</h2>
        <Tabs
          label="Window"
          tabs={Object.keys(WINDOWS).map(id => ({ id, label: id }))}
          shown={shown.value}
          onShow={id => {
            shown.value = id as keyof typeof WINDOWS;
          }}
        />
      </header>
      {lanes.length === 0 ? (
        <p class="activity-lanes-none">No agent wrote in the last {shown.value}.</p>
      ) : (
        <ul>
          {lanes.map(({ caller, rows, spans: placed }) => (
            <li key={caller} class="activity-lane" data-testid={`lane-${caller}`}>
              <span class="activity-lane-name">
                <AgentName name={caller} />
                {agents.value.has(caller) && (
                  <Button
                    label={`Follow ${visibleText(caller, 40)}`}
                    icon="follow"
                    iconOnly
                    kind="quiet"
                    pressed={followed.value === caller}
                    onPress={() => {
                      followed.value = followed.value === caller ? undefined : caller;
                    }}
                  />
                )}
              </span>
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
              <div
                class="activity-track"
                role="group"
                aria-label={`Calls of ${visibleText(caller, 40)}, arrow keys move between them`}
                style={{ height: `${Math.max(1, rows) * ROW + 6}px` }}
                onKeyDown={moveFocus}
              >
                {placed.map((each, index) => (
                  <SpanMark
                    key={each.span.id}
                    {...each}
                    colour={colourOf(caller)}
                    isFirst={index === placed.length - 1}
                  />
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      <div class="activity-axis" aria-hidden="true">
        <span>{shown.value} ago</span>
        <span>now</span>
      </div>
    </section>
  );
}

/** A lane is one stop of Tab, at its latest call. Arrow keys go to the calls before and after it. */
function moveFocus(event: KeyboardEvent): void {
  const spans = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('.activity-span')];
  const index = spans.indexOf(document.activeElement as HTMLElement);
  const keys: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    Home: 0,
    End: spans.length - 1,
  };
  const to = keys[event.key];
  if (to === undefined || index < 0) return;
  event.preventDefault();
  spans[Math.min(spans.length - 1, Math.max(0, to))]?.focus();
}

function SpanMark(props: PlacedSpan & { readonly colour: string; readonly isFirst: boolean }) {
  const { span, left, width, row, colour, isFirst } = props;
  const { outcome, what, world, end, start } = span;
  const refused = isRefused(outcome);
  const state = outcome === undefined ? 'runs' : outcome;
  const time = end === undefined ? '' : `, ${durationText(end - start)}`;
  const label = visibleText(`${what} in ${world}: ${state}${time}`, 160);
  return (
    <button
      type="button"
      tabIndex={isFirst ? 0 : -1}
      class={`activity-span${refused ? ' activity-refused' : outcome === undefined ? ' activity-running' : outcome === 'failed' ? ' activity-failed' : ''}`}
      style={{
        left: `${left * 100}%`,
        width: `${Math.min(1 - left, width) * 100}%`,
        top: `${row * ROW + 4}px`,
        '--agent': colour,
      }}
      title={label}
      aria-label={label}
      data-testid="span"
      data-outcome={state}
      onClick={() => {
        const place = placeOfRecord(span.record);
        if (place !== undefined) go({ ...place });
      }}
    />
  );
}
