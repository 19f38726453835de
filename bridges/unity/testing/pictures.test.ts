import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPng } from '../../testing/read-png.js';
import { type OpenUnity, openUnity } from './open-unity.js';

describe('pictures of the bridge for Unity', () => {
  let unity: OpenUnity;
  beforeAll(async () => {
    unity = await openUnity();
  });
  afterAll(() => unity?.engine.close());

  it('show what the player sees, with the interface, also without a camera', async () => {
    await unity.engine.call('scene.load', { name: 'Menu', mode: 'single' });
    const { data, width, height } = await unity.engine.call('view.capture', {}, { deadline: 20_000 });
    const picture = readPng(Buffer.from(data, 'base64'));
    expect([width, height]).toEqual([640, 360]);
    const [button, panel] = [picture.at(80, 40), picture.at(600, 300)];
    expect(button).not.toEqual(panel);
  });

  it('of another size are the same picture in that size', async () => {
    await unity.engine.call('scene.load', { name: 'Menu', mode: 'single' });
    const { data } = await unity.engine.call(
      'view.capture',
      { width: 320, height: 180 },
      { deadline: 20_000 },
    );
    const large = await unity.engine.call('view.capture', {}, { deadline: 20_000 });
    const [small, whole] = [data, large.data].map(each => readPng(Buffer.from(each, 'base64')));
    for (const [x, y] of [
      [40, 20],
      [300, 150],
      [130, 20],
    ] as const)
      expect(small?.at(x, y)).toEqual(whole?.at(x * 2, y * 2));
  });
});
