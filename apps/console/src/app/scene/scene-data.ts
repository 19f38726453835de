import { signal } from '@preact/signals';
import { type FollowClock, type Following, follow } from '../frame/follow.js';
import type { HostLink } from '../link/host-link.js';
import { dataOf, failureOf } from '../link/tool-data.js';
import { type SceneMark, SceneModel, type SceneTarget } from './scene-model.js';

const FOLLOW = 'FollowScene';
/** Of one answer. The host passes it to no model. */
const ANSWER_BYTES = 1_000_000;

export interface SceneData {
  readonly model: SceneModel;
  /** Counts changes of the model. */
  readonly version: { readonly value: number };
  readonly marks: { readonly value: readonly SceneMark[] };
  readonly following: Following;
}

/** Reads the scene of an engine through the host, and follows it. */
export function openSceneData(
  link: Pick<HostLink, 'callTool'>,
  clock: FollowClock,
  target: () => SceneTarget = () => ({}),
): SceneData {
  const model = new SceneModel();
  const version = signal(0);
  const marks = signal<readonly SceneMark[]>([]);
  const step = async () => {
    const known = model.revision === -1 ? {} : { since: model.revision, digest: model.digest };
    const result = await link.callTool(FOLLOW, { maxBytes: ANSWER_BYTES, ...target(), ...known });
    const data = dataOf(result);
    if (result.isError === true || data === undefined)
      throw new Error(`the scene cannot be read: ${failureOf(result)}`);
    const { digest, revision } = model;
    const found = model.apply(data);
    if (found.length > 0) marks.value = found;
    if (digest !== model.digest || revision !== model.revision) version.value += 1;
  };
  const following = follow(step, clock);
  following.now();
  return { model, version, marks, following };
}
