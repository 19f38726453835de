import { signal } from '@preact/signals';
import { type FollowClock, type Following, follow } from '../frame/follow.js';
import type { HostLink } from '../link/host-link.js';
import { dataOf } from '../link/tool-data.js';
import { type Mark, UniverseModel } from './universe-model.js';

const FOLLOW = 'follow_universe';
/** Of one page. The host passes it to no model. */
const PAGE_BYTES = 1_000_000;

export interface UniverseData {
  readonly model: UniverseModel;
  /** Counts changes of the model. */
  readonly version: { readonly value: number };
  readonly marks: { readonly value: readonly Mark[] };
  /** Who made the last changes. */
  readonly by: { readonly value: string | undefined };
  readonly following: Following;
}

/** Reads a universe through its host, and follows it. */
export function openUniverseData(
  link: Pick<HostLink, 'callTool'>,
  universeId: string,
  clock: FollowClock,
): UniverseData {
  const model = new UniverseModel();
  const version = signal(0);
  const marks = signal<readonly Mark[]>([]);
  const by = signal<string | undefined>(undefined);

  const ask = async (more: object) => {
    const result = await link.callTool(FOLLOW, { universeId, maxBytes: PAGE_BYTES, ...more });
    const data = dataOf(result);
    if (result.isError === true || data === undefined) throw new Error('the universe cannot be read');
    return data;
  };
  const readAll = async () => {
    const first = await ask({});
    let cursor = model.addPage(first, true);
    while (cursor !== undefined) cursor = model.addPage(await ask({ cursor }), false);
    version.value += 1;
  };
  const step = async () => {
    if (model.revision === -1) return readAll();
    const changes = await ask({ since: model.revision });
    if (changes.revision === model.revision) return;
    const found = model.apply(changes);
    if (found === undefined) return readAll();
    if (found.length > 0) {
      marks.value = found;
      by.value = Array.isArray(changes.by) ? changes.by.filter(isText).join(', ') : undefined;
    }
    version.value += 1;
  };
  const following = follow(step, clock);
  following.now();
  return { model, version, marks, by, following };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
