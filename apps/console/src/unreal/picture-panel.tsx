import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { callToolRaw } from '../api/mcp.js';
import { Failure } from '../explorer/failure.js';
import { place } from '../state/place.js';
import { Untrusted } from '../text/untrusted.js';
import type { UnrealStore } from './unreal-store.js';

/** What the viewport of the editor shows, or the map of the sample. */
export function PicturePanel({ store }: { readonly store: UnrealStore }) {
  const url = useSignal<string | undefined>(undefined);
  const shows = useSignal('');
  const busy = useSignal(false);
  const failure = useSignal<unknown>(undefined);
  useEffect(() => {
    void take();
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
          disabled={busy.value || place.value.sel === undefined}
          onClick={() => void take(place.value.sel)}
        >
          Of the selected actor
        </button>
        <span class="ui-muted">
          <Untrusted text={shows.value} max={160} />
        </span>
      </div>
      <Failure thrown={failure.value} />
      {url.value !== undefined && <img class="unreal-shot" src={url.value} alt="The viewport" />}
    </>
  );

  async function take(focus?: string): Promise<void> {
    busy.value = true;
    try {
      const args = { width: 960, height: 540, ...(focus !== undefined && { focus }) };
      const { content, structuredContent } = await callToolRaw(store.world, 'take_screenshot', args);
      const image = content.find(({ type }) => type === 'image');
      if (image?.data === undefined || !/^image\/(png|jpeg)$/.test(image.mimeType ?? ''))
        throw new Error('The answer has no picture.');
      url.value = `data:${image.mimeType};base64,${image.data}`;
      shows.value = String(structuredContent?.shows ?? '');
      failure.value = undefined;
    } catch (thrown) {
      failure.value = thrown;
    } finally {
      busy.value = false;
    }
  }
}
