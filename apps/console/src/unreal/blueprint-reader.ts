import type { Answered, PackageObject } from './answers.js';
import { type BlueprintGraph, graphsOf } from './blueprint-model.js';
import type { UnrealStore } from './unreal-store.js';

const MAX_PARTS = 10;
const PART_BYTES = 2_000_000;

interface Contents extends Answered {
  readonly objects: readonly PackageObject[];
  readonly nextOffset?: number;
}

interface Flow {
  readonly name: string;
  readonly flow?: string;
  readonly nextOffset?: number;
}

export interface Blueprint {
  readonly path: string;
  readonly graphs: readonly BlueprintGraph[];
  /** What each graph executes. */
  readonly flows: readonly Flow[];
  readonly source: Answered;
  /** Whether it was too large to be read whole. */
  readonly isCut: boolean;
}

/** Reads the graphs of a Blueprint, and what they execute. */
export async function readBlueprint(
  store: UnrealStore,
  path: string,
  signal: AbortSignal,
): Promise<Blueprint> {
  const objects: PackageObject[] = [];
  // An asset that is no Blueprint may have graphs, and has no outline.
  const outline = store
    .call<Answered & { readonly graphs?: readonly Flow[] }>(
      'get_blueprint_contents',
      { path, format: 'outline', maxBytes: PART_BYTES },
      signal,
    )
    .catch(() => undefined);
  let source: Contents;
  let offset = 0;
  let parts = 0;
  do {
    const args = { path, format: 'json', offset, maxBytes: PART_BYTES };
    source = await store.call<Contents>('get_blueprint_contents', args, signal);
    objects.push(...source.objects);
    offset = source.nextOffset ?? 0;
  } while (offset > 0 && ++parts < MAX_PARTS);
  const flows = (await outline)?.graphs ?? [];
  return { path, graphs: graphsOf(objects), flows, source, isCut: offset > 0 };
}
