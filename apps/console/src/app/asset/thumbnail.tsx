import { useEffect, useRef } from 'preact/hooks';

/** A picture, drawn on a canvas: some hosts allow no images, not even those of `data:`. */
export function Thumbnail({ address }: { readonly address: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isCurrent = true;
    const [head = '', body = ''] = address.split(',');
    const bytes = Uint8Array.from(atob(body), letter => letter.charCodeAt(0));
    const type = head.slice('data:'.length, head.indexOf(';'));
    createImageBitmap(new Blob([bytes], { type })).then(
      bitmap => {
        const element = canvas.current;
        if (!isCurrent || element === null) return;
        element.width = bitmap.width;
        element.height = bitmap.height;
        element.getContext('2d')?.drawImage(bitmap, 0, 0);
        element.dataset.drawn = 'true';
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [address]);
  return (
    <canvas
      ref={canvas}
      class="asset-thumbnail"
      role="img"
      aria-label="Thumbnail"
      data-testid="app-thumbnail"
    />
  );
}
