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
          {lanes.map(({ principal, rows, spans: placed }) => (
            <li key={principal} class="activity-lane" data-testid={`lane-${principal}`}>
              <span class="activity-lane-name">
                <AgentName name={principal} />
                {agents.value.has(principal) && (
                  <Button
                    label={`Follow ${visibleText(principal, 40)}`}
                    icon="follow"
                    iconOnly
                    kind="quiet"
                    pressed={followed.value === principal}
                    onPress={() => {
                      followed.value = followed.value === principal ? undefined : principal;
                    }}
                  />
                )}
              </span>
              <div class="activity-track" style={{ height: `${Math.max(1, rows) * ROW + 6}px` }}>
                {placed.map(each => (
                  <SpanMark key={each.span.id} {...each} colour={colourOf(principal)} />
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

function SpanMark({ span, left, width, row, colour }: PlacedSpan & { readonly colour: string }) {
  const { outcome, what, world, end, start } = span;
  const refused = isRefused(outcome);
  const state = outcome === undefined ? 'runs' : outcome;
  const time = end === undefined ? '' : `, ${durationText(end - start)}`;
  const label = visibleText(`${what} in ${world}: ${state}${time}`, 160);
  return (
    // The list below has the same calls for the keyboard.
    <button
      type="button"
      tabIndex={-1}
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
