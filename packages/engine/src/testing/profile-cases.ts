import assert from 'node:assert/strict';
import type { ProfileInfo } from '../port/profile.js';
import type { ContractCase } from './engine-contract.js';
import { PLAY_DEADLINE } from './playing.js';

/** Fields that an engine may leave out if it says why. */
const OPTIONAL: readonly (keyof ProfileInfo)[] = [
  'processMs',
  'physicsMs',
  'drawCalls',
  'triangles',
  'objects',
  'memoryBytes',
  'videoMemoryBytes',
  'garbageBytes',
  'collections',
  'scripts',
];

export const profileCases: readonly ContractCase[] = [
  {
    claim: 'measures the frames from now on, and says why a figure is missing',
    needs: ['profile.read'],
    check: async bench => {
      await bench.fresh();
      const info = await bench.call('profile.read', { seconds: 0.5 }, PLAY_DEADLINE);
      assert.ok(info.seconds >= 0.4 && info.frames > 1, `${info.frames} frames in ${info.seconds} s`);
      const spreads = [info.frameMs, info.processMs, info.physicsMs].filter(each => each !== undefined);
      for (const { min, mean, p50, p95, p99, max } of spreads) {
        assert.ok(min >= 0 && min <= p50 && p50 <= p95 && p95 <= p99 && p99 <= max, JSON.stringify(spreads));
        assert.ok(min <= mean && mean <= max);
      }
      assert.ok(info.samples.length > 0 && info.samples.length <= 600);
      assert.ok(
        Math.abs(Math.max(...info.samples) - info.frameMs.max) < 0.001,
        'the longest frame is a sample',
      );
      const missing = new Map(info.missing.map(({ field, reason }) => [field, reason]));
      for (const field of OPTIONAL) {
        const reason = missing.get(field);
        assert.equal(info[field] === undefined, reason !== undefined, `${field} is given or missing`);
        if (reason !== undefined) assert.ok(reason.length > 0);
      }
      for (const field of missing.keys()) assert.ok((OPTIONAL as readonly string[]).includes(field), field);
    },
  },
  {
    claim: 'answers other calls while it measures',
    needs: ['profile.read', 'time.get'],
    check: async bench => {
      let isOver = false;
      const profile = bench.call('profile.read', { seconds: 1 }, PLAY_DEADLINE).finally(() => {
        isOver = true;
      });
      await bench.call('time.get', {});
      assert.equal(isOver, false);
      await profile;
    },
  },
  {
    claim: 'refuses a window that is empty or longer than 30 seconds',
    needs: ['profile.read'],
    check: async bench => {
      for (const seconds of [0, -1, 31, Number.NaN, 'long', undefined]) {
        const work = bench.call('profile.read', { seconds: seconds as number });
        assert.ok((await bench.fails('invalid', work)).hint, String(seconds));
      }
    },
  },
];
