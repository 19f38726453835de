import { callToolRaw } from '../api/mcp.js';

const MAX_KEPT = 400;
const CALLS = 2;
const SIZE = 96;

/** Pictures of assets, a few calls at a time. */
export interface Thumbnails {
  /** An address of the picture, or undefined if the asset has none. */
  get(path: string): Promise<string | undefined>;
  /** For each `get`: the picture is not wanted any more. One that was not begun is not read. */
  forget(path: string): void;
}

export function openThumbnails(world: string): Thumbnails {
  const kept = new Map<string, Promise<string | undefined>>();
  const waiting: { readonly path: string; readonly start: () => Promise<void> }[] = [];
  /** How many parts of the page want a picture. */
  const wanted = new Map<string, number>();
  let running = 0;
  return {
    get(path) {
      wanted.set(path, (wanted.get(path) ?? 0) + 1);
      const known = kept.get(path);
      if (known !== undefined) {
        kept.delete(path);
        kept.set(path, known);
        return known;
      }
      const picture = new Promise<string | undefined>(resolve => {
        waiting.push({ path, start: () => read(path).then(resolve) });
      });
      kept.set(path, picture);
      if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!);
      next();
      return picture;
    },
    forget(path) {
      const left = (wanted.get(path) ?? 0) - 1;
      if (left > 0) {
        wanted.set(path, left);
        return;
      }
      wanted.delete(path);
      const index = waiting.findIndex(each => each.path === path);
      if (index < 0) return;
      waiting.splice(index, 1);
      kept.delete(path);
    },
  };

  function next(): void {
    // What was asked for last is on the page.
    while (running < CALLS && waiting.length > 0) {
      running++;
      void waiting
        .pop()!
        .start()
        .finally(() => {
          running--;
          next();
        });
    }
  }

  async function read(path: string): Promise<string | undefined> {
    try {
      const { content } = await callToolRaw(world, 'get_asset_picture', { path, width: SIZE, height: SIZE });
      const image = content.find(({ type }) => type === 'image');
      if (image?.data === undefined || !/^image\/(png|jpeg)$/.test(image.mimeType ?? '')) return undefined;
      return `data:${image.mimeType};base64,${image.data}`;
    } catch {
      return undefined;
    }
  }
}
