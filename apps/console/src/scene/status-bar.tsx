import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { showFailure } from '../explorer/failure-text.js';
import { Untrusted } from '../text/untrusted.js';
import { toast } from '../ui/toast.js';
import type { SceneStore } from './scene-store.js';

interface TimeScale {
  readonly value: number;
  readonly locked: boolean;
  readonly paused?: boolean;
}

/** Which engine answers, whether it is there, and the speed of its time. */
export function StatusBar({
  store,
  closed,
}: {
  readonly store: SceneStore;
  readonly closed: string | undefined;
}) {
  const time = useSignal<TimeScale | undefined>(undefined);
  const status = store.status.value;
  const revision = store.revision.value;
  const isEmbedded = status?.UnityVersion.startsWith('Worldwire Embedded') === true;
  const stream = store.stream.state.value;
  const failed = store.failure.value !== undefined;
  const isStopped = time.value?.value === 0 || time.value?.paused === true;
  useEffect(() => {
    if (status !== undefined)
      store.call<TimeScale>('GetTimeScale').then(
        value => (time.value = value),
        () => {},
      );
  }, [status?.Ready, revision]);
  return (
    <>
      <span
        class={`ui-badge ui-badge-${isEmbedded ? 'plain' : 'accent'}`}
        data-testid="provenance"
        title={
          isEmbedded
            ? 'The scene of the server itself. No game engine runs behind it: --engine link takes one.'
            : 'A running engine that is linked to the server answers.'
        }
      >
        {status === undefined ? 'no answer yet' : isEmbedded ? 'built-in scene' : 'linked engine'}
      </span>
      {status !== undefined && status.UnityVersion !== 'unknown' && (
        <span>
          <b>
            <Untrusted text={status.UnityVersion} max={60} />
          </b>{' '}
          <span class="ui-muted">
            <Untrusted text={status.Runtime} max={60} />
          </span>
        </span>
      )}
      <span
        class={`ui-badge ui-badge-${stateTone(status?.Ready, stream, failed)}`}
        data-testid="link-state"
        title={store.stream.reason.value}
      >
        {status === undefined
          ? 'waiting'
          : !status.Ready
            ? 'engine not ready'
            : failed
              ? 'engine does not answer'
              : stream === 'live'
                ? 'live'
                : 'not live'}
      </span>
      {time.value !== undefined && (
        <span class="scene-time">
          <button
            type="button"
            class="ui-button"
            data-testid="time-scale"
            disabled={closed !== undefined}
            title={closed ?? 'Stops or continues the time of the scene'}
            onClick={() => void write('SetTimeScale', { value: isStopped ? time.value!.value || 1 : 0 })}
          >
            {isStopped ? '▶ Continue' : '❚❚ Pause'}
          </button>
          <button
            type="button"
            class="ui-button"
            data-testid="step-scene"
            disabled={closed !== undefined}
            title={closed ?? 'Pauses the scene and runs one frame'}
            onClick={() => void write('StepScene', { frames: 1 })}
          >
            Step
          </button>
          <span class="ui-muted">
            time ×{time.value.value}
            {time.value.paused === true && ', paused'}
            {time.value.locked && ', locked'}
          </span>
        </span>
      )}
      <span class="ui-muted explorer-push">
        revision <span data-testid="scene-revision">{revision}</span>
      </span>
    </>
  );

  async function write(tool: string, args: Record<string, unknown>): Promise<void> {
    try {
      await store.call(tool, { ...args, confirm: true });
      time.value = await store.call<TimeScale>('GetTimeScale');
    } catch (thrown) {
      toast(showFailure(thrown), 'failed');
    }
  }
}

function stateTone(ready: boolean | undefined, stream: string, failed: boolean): string {
  if (failed || ready === false || stream === 'lost') return 'danger';
  return ready === true && stream === 'live' ? 'ok' : 'warn';
}
