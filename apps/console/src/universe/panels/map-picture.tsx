import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { request } from '../../api/http.js';
import { useUniverse } from './universe-context.js';

/** The map that the server draws, for a browser without WebGL 2. */
export function MapPicture() {
  const { universe } = useUniverse();
  const source = useSignal<string | undefined>(undefined);
  const version = universe.version.value;
  useEffect(() => {
    let url: string | undefined;
    const stop = new AbortController();
    request(`${universe.path}/map.svg`, { signal: stop.signal })
      .then(response => response.blob())
      .then(blob => {
        url = URL.createObjectURL(blob);
        source.value = url;
      })
      .catch(() => undefined);
    return () => {
      stop.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [version]);
  return (
    <div class="universe-map" data-testid="universe-map">
      <p role="alert">
        This browser has no WebGL 2, which the 3D view needs. Enable hardware acceleration in its settings, or
        use another browser. This is the map of the server.
      </p>
      {source.value !== undefined && <img src={source.value} alt="Map of the universe" />}
    </div>
  );
}
