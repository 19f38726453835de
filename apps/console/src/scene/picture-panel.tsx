import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Failure } from '../explorer/failure.js';
import { place } from '../state/place.js';
import type { SceneStore } from './scene-store.js';

interface Shot {
  readonly url: string;
  readonly at: Date;
  readonly of: string;
}

/** The last picture of each engine, which outlives the panel. */
const lastShots = new Map<string, Shot>();

/** What the camera of the game sees. */
export function PicturePanel({ store }: { readonly store: SceneStore }) {
  const key = `${store.world}/${store.engine ?? ''}`;
  const shot = useSignal(lastShots.get(key));
  const busy = useSignal(false);
  const failure = useSignal<unknown>(undefined);
  useEffect(() => {
    if (shot.peek() === undefined) void take();
  }, []);
  return (
    <>
      <div class="explorer-bar">
        <button
          type="button"
          class="ui-button"
          data-testid="screenshot"
          disabled={busy.value}
          onClick={() => void take()}
        >
          {busy.value ? 'Taking…' : 'New picture'}
        </button>
        <button
          type="button"
          class="ui-button"
          data-testid="screenshot-selected"
          disabled={busy.value || place.value.sel === undefined}
          onClick={() => void take(place.value.sel)}
        >
          Of the selected object
        </button>
        {shot.value !== undefined && (
          <span class="ui-muted">
            {shot.value.of}, {shot.value.at.toLocaleTimeString()}
          </span>
        )}
      </div>
      <Failure thrown={failure.value} />
      {shot.value !== undefined && (
        <img class="scene-picture" src={shot.value.url} alt={shot.value.of} data-testid="scene-picture" />
      )}
    </>
  );

  async function take(focus?: string): Promise<void> {
    busy.value = true;
    try {
      const args = { width: 960, height: 540, format: 'jpeg', ...(focus !== undefined && { focus }) };
      const { content } = await store.callRaw('Screenshot', args);
      const image = content.find(({ type }) => type === 'image');
      if (image?.data === undefined || !/^image\/(png|jpeg)$/.test(image.mimeType ?? ''))
        throw new Error('The answer has no picture.');
      shot.value = {
        url: `data:${image.mimeType};base64,${image.data}`,
        at: new Date(),
        of: focus === undefined ? 'What the camera sees' : `Object ${focus}`,
      };
      lastShots.set(key, shot.value);
      failure.value = undefined;
    } catch (thrown) {
      failure.value = thrown;
    } finally {
      busy.value = false;
    }
  }
}
