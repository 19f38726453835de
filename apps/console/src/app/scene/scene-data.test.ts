import { expect, it } from 'vitest';
import type { FollowClock } from '../frame/follow.js';
import { openSceneData } from './scene-data.js';
import type { SceneTarget } from './scene-model.js';

const STILL: FollowClock = { after: () => () => {}, hidden: () => false, onShown: () => () => {} };
const settled = () => new Promise(resolve => setImmediate(resolve));

it('asks for the engine of the call, and says why the scene of none can be read', async () => {
  const asked: object[] = [];
  let target: SceneTarget = {};
  const refusal = { ok: false, error: { kind: 'InvalidArgument', message: '2 engines are linked' } };
  const answer = { revision: 1, digest: 'd', Engine: 'Godot 4', Total: 0, Items: [], Writes: [] };
  const callTool = async (_: string, { maxBytes: _bytes, ...args }: Record<string, unknown>) => {
    asked.push(args);
    return 'engine' in args
      ? { content: [], structuredContent: answer }
      : { content: [], isError: true, structuredContent: refusal };
  };
  const { following, model } = openSceneData({ callTool }, STILL, () => target);
  await settled();
  expect(following.problem.value).toBe('the scene cannot be read: 2 engines are linked');
  target = { engine: 'quest' };
  following.now();
  await settled();
  following.now();
  await settled();
  expect(asked).toEqual([{}, { engine: 'quest' }, { engine: 'quest', since: 1, digest: 'd' }]);
  expect([following.problem.value, model.engine]).toEqual([undefined, 'Godot 4']);
  following.stop();
});
