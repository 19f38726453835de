import { describe, expect, it } from 'vitest';
import { drawMap, type Mark, projectionOf } from './picture/level-map.js';
import { disc } from './picture/raster.js';
import { type DecodedPng, decodePng } from './picture/testing/decode-png.js';
import { type Bench, harbour, useBench } from './testing/bench.js';

let bench: Bench;
useBench(opened => {
  bench = opened;
});

const SIZE = { width: 300, height: 300 };
const SEA = [52, 92, 120];
const WOOD = [139, 95, 58];
const FERRY = harbour('BP_Ferry_C_1');

async function shot(): Promise<DecodedPng> {
  return decodePng((await bench.call('screenshot.take', SIZE)).data);
}

/** The colour at a place in the harbour. */
function at(png: DecodedPng, x: number, y: number): readonly number[] {
  const [column, row] = projectionOf({ reach: 1_500 }, [], SIZE).at(x, y);
  return png.at(Math.floor(column), Math.floor(row));
}

describe('a screenshot with a focus', () => {
  it('shows the actor in its middle and larger, and says so', async () => {
    // Away from the pier, which is of wood, too.
    await bench.call('actor.transform', { path: FERRY, location: { x: 1_150, y: 350, z: 0 } });
    const { data, shows } = await bench.call('screenshot.take', { ...SIZE, focus: FERRY });
    const png = decodePng(data);
    const wood = (picture: DecodedPng) => {
      const columns = Array.from({ length: SIZE.width }, (_, x) => x);
      return columns.flatMap(x =>
        columns.filter(y => String(picture.at(x, y)) === String(WOOD)).map(y => ({ x, y })),
      );
    };
    const shown = wood(png);
    const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    expect(Math.abs(middle(shown.map(({ x }) => x)) - 150)).toBeLessThan(3);
    expect(Math.abs(middle(shown.map(({ y }) => y)) - 150)).toBeLessThan(3);
    const sides = [shown.map(({ x }) => x), shown.map(({ y }) => y)];
    const lengths = sides.map(values => Math.max(...values) - Math.min(...values));
    expect(Math.max(...lengths)).toBeGreaterThan(0.7 * 300);
    expect(Math.max(...lengths)).toBeLessThan(0.9 * 300);
    expect(shows).toContain(`${FERRY} in the middle`);
  });

  it('refuses a hidden actor and one that does not exist, with a way on', async () => {
    await bench.call('property.write', { object: FERRY, property: 'bHidden', value: true });
    await expect(bench.call('screenshot.take', { focus: FERRY })).rejects.toMatchObject({
      kind: 'invalid',
      enable: expect.stringContaining('leave focus out'),
    });
    await expect(bench.call('screenshot.take', { focus: harbour('Nothing_1') })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });
});

describe('a screenshot', () => {
  it('is a map of the open level, and its description says so', async () => {
    const { data, mimeType, width, height } = await bench.call('screenshot.take', {});
    const png = decodePng(data);
    expect([mimeType, width, height, png.width, png.height]).toEqual(['image/png', 800, 600, 800, 600]);
    expect(png.description).toContain('A map of Harbour from above');
    expect(png.description).toContain('not a rendered view');
    const { lines } = await bench.call('log.tail', { lines: 1 });
    expect(lines[0]?.text).toBe(png.description);
  });

  it('shows actors at their current places', async () => {
    const before = await shot();
    expect(at(before, 420, 350)).toEqual(WOOD);
    expect(at(before, 1_150, 350)).toEqual(SEA);
    await bench.call('actor.transform', { path: FERRY, location: { x: 1_150, y: 350, z: 0 } });
    const after = await shot();
    expect(at(after, 1_150, 350)).toEqual(WOOD);
    expect(at(after, 420, 350)).not.toEqual(WOOD);
  });

  it('shows rotation and scale', async () => {
    expect(at(await shot(), 420, 650)).toEqual(WOOD);
    await bench.call('actor.transform', {
      path: FERRY,
      location: { x: 900, y: 300, z: 0 },
      rotation: { pitch: 0, yaw: 0, roll: 0 },
    });
    const turned = await shot();
    expect([at(turned, 1_250, 300), at(turned, 900, 600)]).toEqual([WOOD, SEA]);
    await bench.call('actor.transform', { path: FERRY, scale: { x: 1, y: 3, z: 1 } });
    expect(at(await shot(), 900, 600)).toEqual(WOOD);
  });

  it('omits hidden and destroyed actors and lights that are off', async () => {
    await bench.call('property.write', { object: FERRY, property: 'bHidden', value: true });
    expect(at(await shot(), 420, 650)).not.toEqual(WOOD);
    const lit = at(await shot(), 150, -800);
    await bench.call('function.call', {
      object: harbour('BP_Lantern_C_1'),
      function: 'Snuff',
      arguments: {},
    });
    const dark = at(await shot(), 150, -800);
    expect(lit).not.toEqual(dark);
    const tavern = at(await shot(), -900, -600);
    await bench.call('actor.destroy', { path: harbour('StaticMeshActor_5') });
    expect(at(await shot(), -900, -600)).not.toEqual(tavern);
  });

  it('marks selected and new actors', async () => {
    await bench.call('selection.set', { paths: [FERRY] });
    expect(at(await shot(), 420, 350)).toEqual([255, 138, 0]);
    await bench.call('actor.spawn', { class: 'PlayerStart', location: { x: 1_200, y: 1_200, z: 0 } });
    expect(at(await shot(), 1_200, 1_200)).toEqual([92, 204, 112]);
  });

  it('differs between levels', async () => {
    const one = await shot();
    await bench.call('level.open', { path: '/Game/Maps/LighthouseIsland' });
    const other = await shot();
    expect(other.description).toContain('LighthouseIsland');
    expect(Buffer.compare(one.pixels, other.pixels)).not.toBe(0);
  });

  it('covers all actors', async () => {
    await bench.call('actor.spawn', { class: 'PlayerStart', location: { x: 0, y: 1e9, z: 0 } });
    const png = await shot();
    const [column, row] = projectionOf({ reach: 1_500 }, [{ x: 0, y: 1e9 }], SIZE).at(0, 1e9);
    expect(png.at(Math.floor(column) - 1, Math.floor(row))).toEqual([92, 204, 112]);
  });

  it('refuses invalid sizes', async () => {
    for (const size of [{ width: 0 }, { height: 4_097 }, { width: 100.5 }, { width: -5, height: 5 }]) {
      expect(await bench.refusal('screenshot.take', size)).toMatchObject({ kind: 'invalid' });
    }
    const { data } = await bench.call('screenshot.take', { width: 4_096, height: 16 });
    expect(decodePng(data)).toMatchObject({ width: 4_096, height: 16 });
  });
});

describe('drawing a map', () => {
  it('yields to the event loop, and stops when it is aborted', async () => {
    const glow: Mark = {
      x: 0,
      y: 0,
      height: 0,
      colour: [255, 0, 0],
      opacity: 0.16,
      shape: (x, y, scale) => disc(x, y, 1e6 * scale),
    };
    const stop = new AbortController();
    const drawing = drawMap(
      { reach: 1_000, ground: [0, 0, 0] },
      Array.from({ length: 1_000 }, () => glow),
      { width: 1_000, height: 1_000 },
      stop.signal,
      () => {},
    );
    setImmediate(() => stop.abort(new Error('no longer wanted')));
    await expect(drawing).rejects.toThrow('no longer wanted');
  });
});
