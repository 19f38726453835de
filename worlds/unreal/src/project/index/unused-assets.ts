import { type AssetNode, findUnused } from '../../graph/unused.js';
import type { UsedRoots } from '../../graph/used-roots.js';
import type { ParamsOf, ResultOf } from '../../port/operations.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { type Catalogue, packagesIn } from './catalogue.js';

/** Unused assets of a project, from the index of its packages. */
export async function unusedAssets(
  catalogue: Catalogue,
  roots: UsedRoots,
  wanted: ParamsOf<'asset.unused'>,
  /** What could not be searched for names of assets. */
  others: readonly string[],
  slice: TimeSlice,
): Promise<ResultOf<'asset.unused'>> {
  const found = await findUnused(nodesOf(catalogue), roots, wanted, slice);
  const unread = catalogue.unread.size;
  const note = `${unread} packages could not be read in full: an asset that only they use is listed as unused.`;
  const notes = [...(unread > 0 ? [note] : []), ...others];
  return notes.length === 0 ? found : { ...found, notes };
}

function* nodesOf(catalogue: Catalogue): Iterable<AssetNode> {
  for (const { path, class: className, size, level, cue } of packagesIn(catalogue.root)) {
    const referencers = [...catalogue.referencersOf(path)].map(other => other.path);
    yield {
      path,
      class: className,
      size,
      referencers,
      ...(level !== undefined && { level }),
      ...(cue && { cue }),
    };
  }
}
