import { beforeEach, describe, expect, it } from 'vitest';
import type { ProfileInfo } from '../../port/profile.js';
import { LiveScene, refusal } from '../../testing/live-scene.js';

let live: LiveScene;
beforeEach(() => {
  live = new LiveScene('Arena');
});

const measure = (seconds: number) => live.runtime.call('profile.read', { seconds }) as Promise<ProfileInfo>;

describe('a profile', () => {
  it('has each frame of its window, and the scripts that ran in it', async () => {
    const profile = measure(0.5);
    for (const ms of [10, 30, 20, 440]) live.runtime.frame(ms / 1000, ms);
    const { frames, seconds, frameMs, samples, scripts, objects } = await profile;
    expect([frames, seconds, samples]).toEqual([4, expect.closeTo(0.5, 6), [10, 30, 20, 440]]);
    expect(frameMs).toEqual({ min: 10, mean: 125, p50: 30, p95: 440, p99: 440, max: 440 });
    expect(scripts?.find(({ name }) => name === 'Worldwire.Rotator')).toMatchObject({ calls: 4 });
    expect(objects).toBe(live.call('object.list', { limit: 0 }).total);
  });

  it('has the longest frame of each group in a window of more than 600 frames', async () => {
    const profile = measure(30);
    for (let count = 0; count < 1499; count++) live.runtime.frame(0.01, count === 700 ? 99 : 10);
    live.runtime.frame(30, 30_000);
    const { frames, samples } = await profile;
    expect(frames).toBe(1500);
    expect(samples.length).toBeLessThanOrEqual(600);
    expect([samples[Math.floor(700 / 3)], samples.at(-1)]).toEqual([99, 30_000]);
  });

  it('goes on while the scene is paused', async () => {
    await live.later('time.step', { frames: 1 }, 1);
    const profile = measure(0.09);
    live.frames(6);
    expect(await profile).toMatchObject({ frames: 6 });
  });

  it('lasts 30 seconds at most', () => {
    expect(refusal(() => measure(30.1)).message).toBe('seconds is 30.1');
    expect(measure(30)).toBeInstanceOf(Promise);
  });

  it('is refused while 8 others are measured', () => {
    for (let count = 0; count < 8; count++) measure(30);
    expect(refusal(() => measure(1)).kind).toBe('not-ready');
  });
});
