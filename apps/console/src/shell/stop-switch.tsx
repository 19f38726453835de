import { useLayoutEffect, useRef } from 'preact/hooks';
import { can } from '../state/session.js';
import { allStopped, stopWrites } from '../state/worlds.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { HoldButton } from '../ui/hold-button.js';
import { attempt } from '../ui/toast.js';
import { isStopAsked } from './open-dialogs.js';

const STOP_MS = 500;

export function stopAll(): void {
  void attempt(
    () => stopWrites(true),
    'Writes stopped. Calls that run are finished; further ones are refused.',
  );
}

export function resumeAll(): void {
  void attempt(() => stopWrites(false), 'Writes resumed.');
}

/** The switch that stops all writes of all agents: held for half a second. A short press asks. */
export function StopSwitch() {
  if (!can('operate')) return null;
  return allStopped.value ? (
    <div class="shell-stopped" role="status">
      <span class="shell-stopped-text">Writes stopped</span>
      <Button label="Resume" kind="primary" onPress={resumeAll} testid="resume" />
    </div>
  ) : (
    <HoldButton
      label="Stop writes"
      icon="stop"
      ms={STOP_MS}
      onHeld={stopAll}
      onTap={() => {
        isStopAsked.value = true;
      }}
      testid="stop-switch"
    />
  );
}

/** The same by key: `!`, then Enter. */
export function StopDialog() {
  return isStopAsked.value ? <StopQuestion /> : null;
}

function StopQuestion() {
  const confirm = useRef<HTMLButtonElement>(null);
  // After the dialog has taken the focus to its first button.
  useLayoutEffect(() => confirm.current?.focus(), []);
  const close = () => {
    isStopAsked.value = false;
  };
  return (
    <Dialog title="Stop all writes?" onClose={close} testid="stop-dialog">
      <form
        class="ui-form"
        onSubmit={event => {
          event.preventDefault();
          close();
          stopAll();
        }}
      >
        <p>
          Calls that run now are finished. Further writes of every agent are refused until you resume them.
        </p>
        <div class="ui-actions">
          <button type="submit" class="ui-button ui-button-danger" data-testid="stop-confirm" ref={confirm}>
            Stop all writes <kbd class="ui-keys">Enter</kbd>
          </button>
          <Button label="Cancel" onPress={close} />
        </div>
      </form>
    </Dialog>
  );
}
