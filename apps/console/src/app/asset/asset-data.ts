import { signal } from '@preact/signals';
import { type FollowClock, type Following, follow } from '../frame/follow.js';
import type { HostLink } from '../link/host-link.js';
import { dataOf, picturesOf } from '../link/tool-data.js';
import { type Reference, referencesOf } from './asset-model.js';

const MAX_REFERENCES = 100;
const PICTURE_PIXELS = 256;
const DETAIL_BYTES = 262_144;
/** A project changes seldom, and a description costs more than a revision. */
const INTERVAL_MS = 4_000;

export interface Asset {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly references: readonly Reference[];
  readonly referencers: readonly Reference[];
  /** A `data:` address. */
  readonly picture: string | undefined;
}

export interface AssetData {
  readonly asset: { readonly value: Asset | undefined };
  /** Counts the readings after the first. */
  readonly changes: { readonly value: number };
  readonly following: Following;
}

/** Reads an asset through its host, and again when its digest changes. */
export function openAssetData(link: Pick<HostLink, 'callTool'>, path: string, clock: FollowClock): AssetData {
  const asset = signal<Asset | undefined>(undefined);
  const changes = signal(0);
  let digest: unknown;
  const ask = async (tool: string, more: object = {}) => {
    const result = await link.callTool(tool, { path, ...more });
    const data = dataOf(result);
    if (result.isError === true || data === undefined) throw new Error('the asset cannot be read');
    return { data, result };
  };
  const step = async () => {
    const { data: now } = await ask('follow_asset');
    if (now.digest === digest) return;
    const { data: facts } = await ask('describe_asset', { maxBytes: DETAIL_BYTES });
    const { data: links } = await ask('get_references', { limit: MAX_REFERENCES });
    // Many assets have no picture.
    const picture = await ask('get_asset_picture', { width: PICTURE_PIXELS, height: PICTURE_PIXELS }).then(
      ({ result }) => picturesOf(result)[0],
      () => undefined,
    );
    if (digest !== undefined) changes.value += 1;
    digest = now.digest;
    asset.value = {
      facts,
      references: referencesOf(links.references),
      referencers: referencesOf(links.referencers),
      picture,
    };
  };
  const following = follow(step, clock, INTERVAL_MS);
  following.now();
  return { asset, changes, following };
}
