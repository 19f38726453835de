import type { ProfileInfo } from '@worldwire/engine';
import { decodePng, NO_PAUSES, type PngHead, pngHead } from '@worldwire/picture';
import { describe, expect, it } from 'vitest';
import { playing } from '../playing.test.js';
import { Stage } from '../stage.test.js';

const EVEN = { min: 16, mean: 16.6, p50: 16.6, p95: 17.01239, p99: 17, max: 17 };
const FAST: ProfileInfo = {
  ...{ seconds: 2, frames: 120, frameMs: EVEN, samples: Array.from({ length: 120 }, () => 16.6) },
  ...{ drawCalls: 40, missing: ['scripts', 'triangles'].map(field => ({ field, reason: 'r'.repeat(500) })) },
};
const SLOW: ProfileInfo = {
  ...FAST,
  frames: 40,
  frameMs: { ...EVEN, p95: 50, max: 80 },
  samples: [...Array.from({ length: 30 }, () => 20), ...Array.from({ length: 10 }, () => 50)],
  processMs: { ...EVEN, p95: 41 },
  physicsMs: { ...EVEN, p95: 2 },
  scripts: [{ name: 'res://spider.gd', calls: 10, selfMs: 300.12345, totalMs: 400 }],
};

async function profiled(info: ProfileInfo) {
  const { engine, asked } = await playing({ 'profile.read': info });
  const stage = await Stage.open({ engine });
  const result = await stage.result('ProfileScene', { seconds: 0.5 });
  const content = result.content as { type: string; data: string }[];
  return { facts: result.structuredContent as Record<string, unknown>, content, asked };
}

describe('ProfileScene', () => {
  it('returns figures with percentiles, and says shortly what is missing', async () => {
    const { facts, asked } = await profiled(FAST);
    expect(asked).toEqual([{ operation: 'profile.read', params: { seconds: 0.5 } }]);
    expect(facts).toMatchObject({
      seconds: 2,
      frames: 120,
      fps: 60,
      frameMs: { ...EVEN, p95: 17.012 },
      drawCalls: 40,
    });
    expect(facts.summary).toBe('60.0 frames per second; p95 17.0 ms, longest 17.0 ms.');
    expect(facts.missing).toEqual({ 'scripts, triangles': expect.stringMatching(/^r{119}…$/) });
    expect(facts).not.toHaveProperty('samples');
  });

  it('says how many frames were late, and what takes most of the time', async () => {
    const { facts } = await profiled(SLOW);
    expect(facts.summary).toBe(
      '20.0 frames per second; p95 50.0 ms, longest 80.0 ms. 10 of 40 frames took more than 33 ms. Most of it is scripts (p95 41.0 ms). Slowest script: res://spider.gd, 300.1 ms in all.',
    );
    const { facts: drawing } = await profiled({ ...SLOW, processMs: EVEN, physicsMs: EVEN });
    expect(drawing.summary).toContain('drawing or waiting for the screen takes the rest');
  });

  it('says what a hitch is of, which percentiles leave out', async () => {
    const hitch: ProfileInfo = {
      ...FAST,
      frameMs: { ...EVEN, max: 220 },
      samples: [...FAST.samples.slice(1), 220],
      processMs: { ...EVEN, p95: 2, max: 205 },
      physicsMs: { ...EVEN, p95: 1, max: 3 },
    };
    const summary = async (info: ProfileInfo) => (await profiled(info)).facts.summary;
    expect(await summary(hitch)).toBe(
      '60.0 frames per second; p95 17.0 ms, longest 220.0 ms. 1 of 120 frames took more than 33 ms. The longest frame is a hitch of scripts, which took up to 205.0 ms.',
    );
    const steady = await summary({ ...hitch, frameMs: { ...EVEN, p95: 34, max: 220 } });
    expect(steady).toContain(
      'waiting for the screen takes the rest. The longest frame is a hitch of scripts',
    );
    const unknown = await summary({ ...hitch, processMs: { ...EVEN, max: 17 } });
    expect(unknown).toContain(
      'The longest frame is a hitch of something else: in any frame scripts took 17.0 ms and physics took 3.0 ms at most.',
    );
    expect(await summary({ ...FAST, frameMs: { ...EVEN, max: 220 } })).toContain('longest 220.0 ms.');
  });

  it('draws the frames as bars: green in time, red where they are late', async () => {
    const { content } = await profiled(SLOW);
    const png = Buffer.from(content[1]?.data as string, 'base64');
    expect(png.length).toBeLessThan(10_000);
    const head = pngHead(png) as PngHead;
    const raster = await decodePng(head, head, NO_PAUSES);
    const { width, pixels } = raster ?? { width: 0, pixels: new Uint8Array() };
    const at = (x: number, y: number) => [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
    const [[, green = 0], [red = 0]] = [at(100, 298), at(780, 298)];
    expect([at(100, 298)[0]! > green / 2, red > 200]).toEqual([true, true]);
    expect(at(780, 298)).not.toEqual(at(100, 298));
  });

  it('of a scene that draws nothing has no chart, and says so', async () => {
    const none = { ...EVEN, min: 0, mean: 0, p50: 0, p95: 0, p99: 0, max: 0 };
    const { facts, content } = await profiled({ ...FAST, frames: 0, frameMs: none, samples: [] });
    expect(facts.summary).toBe('No frame was drawn in this time: the scene may be paused or minimised.');
    expect(content.map(({ type }) => type)).toEqual(['text']);
  });
});
