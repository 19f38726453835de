import { signal } from '@preact/signals';

/** What the page shows, as its address has it: `#/universe/sol?rev=12&sel=titan&cam=…`. */
export interface Place {
  /** A world, or a panel of the server: `approvals`, `activity`, `sessions`, `server`. */
  readonly view: string;
  /** What of the world: a universe, a scene, an asset. */
  readonly item?: string;
  /** The time cursor. Without it the page follows the newest revision. */
  readonly rev?: number;
  /** A revision to compare with. */
  readonly cmp?: number;
  /** The id of the selected object. */
  readonly sel?: string;
  /** Camera, in the words of the view. */
  readonly cam?: string;
  /** Other values of a view. */
  readonly more: Readonly<Record<string, string>>;
}

export const place = signal<Place>(readPlace(globalThis.location?.hash ?? ''));

globalThis.addEventListener?.('hashchange', () => {
  place.value = readPlace(location.hash);
});

/** Changes parts of the address. `undefined` removes one; another view begins without the parts of the last. */
export function go(
  change: { readonly [Key in keyof Place]?: Place[Key] | undefined },
  replace = false,
): void {
  // The event of a changed address comes later than the change: `place` may be older.
  const before = readPlace(location.hash);
  const base = change.view === undefined || change.view === before.view ? before : { more: {} };
  const next = Object.fromEntries(
    Object.entries({ ...base, ...change }).filter(([, value]) => value !== undefined),
  ) as unknown as Place;
  const hash = writePlace(next);
  if (hash === location.hash) return;
  if (replace) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
  place.value = next;
}

/** A fragment that is not a path, such as the code of a one-time link, is not a place. */
export function readPlace(hash: string): Place {
  if (!hash.startsWith('#/')) return { view: '', more: {} };
  const [path = '', query = ''] = hash.slice(2).split('?', 2);
  const [view = '', ...rest] = path.split('/').map(decoded);
  const item = rest.join('/');
  const { rev, cmp, sel, cam, ...more } = Object.fromEntries(new URLSearchParams(query));
  return {
    view,
    ...(item !== '' && { item }),
    ...revision('rev', rev),
    ...revision('cmp', cmp),
    ...(sel !== undefined && { sel }),
    ...(cam !== undefined && { cam }),
    more,
  };
}

export function writePlace({ view, item, rev, cmp, sel, cam, more }: Place): string {
  const values = { rev, cmp, sel, cam, ...more };
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  const path = [view, ...(item?.split('/') ?? [])].map(encodeURIComponent).join('/');
  return `#/${path}${query === '' ? '' : `?${query}`}`;
}

function revision(name: 'rev' | 'cmp', text: string | undefined): { rev?: number; cmp?: number } {
  return text !== undefined && /^\d{1,15}$/.test(text) ? { [name]: Number(text) } : {};
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
