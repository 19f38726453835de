import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Untrusted } from '../text/untrusted.js';
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
            onClick={() => void setTime(time.value!.value === 0 ? 1 : 0)}
          >
            {time.value.value === 0 ? '▶ Continue' : '❚❚ Pause'}
          </button>
          <span class="ui-muted">
            time ×{time.value.value}
            {time.value.paused === true && ', paused by the game'}
            {time.value.locked && ', locked'}
          </span>
        </span>
      )}
      <span class="ui-muted explorer-push">
        revision <span data-testid="scene-revision">{revision}</span>
      </span>
    </>
  );

  async function setTime(value: number): Promise<void> {
    const answer = await store
      .call<TimeScale>('SetTimeScale', { value, confirm: true })
      .catch(() => undefined);
    if (answer !== undefined) time.value = { ...time.value, ...answer };
  }
}

function stateTone(ready: boolean | undefined, stream: string, failed: boolean): string {
  if (failed || ready === false || stream === 'lost') return 'danger';
  return ready === true && stream === 'live' ? 'ok' : 'warn';
}
