import type { ComponentChildren } from 'preact';
import { Untrusted } from '../../text/untrusted.js';
import type { Host } from '../link/open-link.js';
import { failureOf } from '../link/tool-data.js';
import type { Following } from './follow.js';

interface FrameProps {
  readonly host: Host;
  readonly title: string;
  /** Beside the title, such as the revision. */
  readonly facts?: string | undefined;
  readonly following?: Following | undefined;
  readonly controls?: ComponentChildren;
  readonly side?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The parts that every view has: title, whether it follows, and a panel beside the picture. */
export function Frame({ host, title, facts, following, controls, side, children }: FrameProps) {
  const { availableDisplayModes = [], displayMode } = host.context.value;
  const other = displayMode === 'fullscreen' ? 'inline' : 'fullscreen';
  const problem = following?.problem.value;
  return (
    <div class="frame" data-testid="app" data-state={host.state.value}>
      <header class="frame-head">
        <h1>
          <Untrusted text={title} />
        </h1>
        {facts !== undefined && (
          <span class="frame-state" data-testid="app-facts">
            {facts}
          </span>
        )}
        {following !== undefined && (
          <span
            class="frame-state"
            data-testid="app-following"
            data-follows={problem === undefined}
            role="status"
          >
            {problem === undefined ? 'following' : <Untrusted text={`not following: ${problem}`} />}
          </span>
        )}
        <span class="frame-space" />
        {controls}
        {availableDisplayModes.includes(other) && (
          <button
            type="button"
            data-testid="display-mode"
            aria-label={other === 'fullscreen' ? 'Full screen' : 'Inline'}
            title={other === 'fullscreen' ? 'Full screen' : 'Inline'}
            onClick={() => void host.link.requestDisplayMode(other).catch(() => {})}
          >
            <span aria-hidden="true">{other === 'fullscreen' ? '⤢' : '⤡'}</span>
          </button>
        )}
      </header>
      {host.result.value?.isError === true && (
        <p class="frame-failure" role="alert" data-testid="app-failure">
          <Untrusted text={`The call failed: ${failureOf(host.result.value)}`} max={400} />
        </p>
      )}
      <div class="frame-body">
        <div class="frame-main">{children}</div>
        {side !== undefined && (
          <section class="frame-side" aria-label="Details">
            {side}
          </section>
        )}
      </div>
    </div>
  );
}

/** What a view shows before there is something to see. */
export function Waiting({ host, what }: { readonly host: Host; readonly what: string }) {
  const { state, cancelled, input } = host;
  let text = `Waiting for ${what}…`;
  if (state.value === 'failed')
    text = 'The host does not answer. The result of the tool has the data as text.';
  else if (cancelled.value !== undefined) text = `The call was cancelled. ${cancelled.value}`;
  else if (input.value?.complete === false) text = 'The call is being written…';
  return (
    <p class="frame-note" role="status" data-testid="app-waiting">
      <Untrusted text={text} max={300} />
    </p>
  );
}
