import { go, type Place, place } from '../state/place.js';

/** Where the view is, in its own words: an asset as `item`, an actor as `sel`, and the tab of the middle as `show`. */

export function assetOf({ item }: Place): string | undefined {
  return item === undefined ? undefined : `/${item}`;
}

export function showAsset(path: string): void {
  const { folder: _, graph: __, node: ___, ...more } = place.peek().more;
  const show = ['references', 'blueprint', 'asset'].includes(more.show ?? '') ? more.show! : 'asset';
  go({ item: path.replace(/^\//, ''), sel: undefined, more: { ...more, show } });
}

export function showFolder(path: string): void {
  go({ item: undefined, sel: undefined, more: { ...place.peek().more, folder: path, show: 'folder' } });
}

export function showActor(path: string | undefined): void {
  go({ sel: path });
}

/** The package of an actor, or an asset, without the object in it. */
export function packageOf(path: string): string {
  return path.split(/[.:]/, 1)[0]!;
}

export function isActor(id: string): boolean {
  return id.includes(':');
}
