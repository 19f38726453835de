import type { InputStep } from '@worldwire/engine';
import { Bench } from '@worldwire/engine/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenUnity, openUnity } from './open-unity.js';
import { UNITY_SAMPLE } from './sample.js';

// On the shim of Unity: see contract.test.ts.
describe('input of the bridge for Unity', () => {
  let unity: OpenUnity;
  let bench: Bench;
  beforeAll(async () => {
    unity = await openUnity();
    bench = new Bench(unity.engine, UNITY_SAMPLE, async () => unity.engine);
  });
  afterAll(() => unity?.engine.close());
  beforeEach(() => bench.load('Desk'));

  const send = (...steps: InputStep[]) => bench.call('input.send', { steps }, { deadline: 20_000 });
  const value = (path: string, type: string, name: string) => bench.value({ path, type, name });
  const person = async (name: string, ...args: readonly unknown[]) => {
    const { id: object } = await bench.at('/Desk');
    await bench.call('method.call', { object, type: 'Demo.Person', name, args });
  };

  it('sends the messages of the mouse to the collider that the camera shows, and names it', async () => {
    const { steps } = await send({ kind: 'button', x: 320, y: 180 }, { kind: 'move', x: 600, y: 300 });
    expect(steps[0]?.receivedBy.map(({ path }) => path)).toEqual(['/Desk/Bell']);
    expect(steps[1]).toMatchObject({
      receivedBy: [],
      note: expect.stringContaining('no control and no collider'),
    });
    expect(await value('/Desk/Bell', 'Demo.Bell', 'messages')).toBe('enter down click up exit ');
  });

  it('does not press a collider behind a control', async () => {
    await send({ kind: 'button', x: 60, y: 100 });
    expect(await value('/Desk/Bell', 'Demo.Bell', 'messages')).toBe('');
    expect(await value('/Canvas/Pad', 'Demo.Pad', 'clicks')).toBe(1);
  });

  it('drags a slider, turns the wheel, and counts the clicks of a double click', async () => {
    await send(
      { kind: 'button', x: 30, y: 40, phase: 'press' },
      { kind: 'move', x: 70, y: 40 },
      { kind: 'button', phase: 'release' },
    );
    expect(await value('/Canvas/Volume', 'UnityEngine.UI.Slider', 'value')).toBeCloseTo(0.5);
    await send({ kind: 'scroll', x: 60, y: 100, dy: 2 });
    expect(await value('/Canvas/Pad', 'Demo.Pad', 'scrolled')).toEqual({ x: 0, y: -2 });
    await send({ kind: 'button', x: 60, y: 100, count: 2 });
    expect(await value('/Canvas/Pad', 'Demo.Pad', 'clicks')).toBe(2);
    expect(await value('/Canvas/Pad', 'Demo.Pad', 'count')).toBe(2);
  });

  it('says to which input a key was sent, and that scripts which read the old one do not get it without Harmony', async () => {
    const { steps } = await send({ kind: 'key', key: 'KeyW', hold: { frames: 5 } });
    expect(steps[0]?.note).toContain('it was sent to the Input System');
    expect(await value('/Desk', 'Demo.OldReader', 'frames')).toBe(0);
  });

  it('records the keys and the mouse of a person, which can be sent again', async () => {
    await person('Move', 5, 5);
    await bench.call('input.record', { action: 'start' });
    await bench.call('time.step', { frames: 2 });
    await bench.call('time.set', { scale: 1 });
    await person('Move', 60, 260);
    await person('Press', 'W');
    await bench.call('time.step', { frames: 3 });
    await bench.call('time.set', { scale: 1 });
    await person('Release', 'W');
    await bench.call('time.step', { frames: 2 });
    await bench.call('time.set', { scale: 1 });
    const { steps } = await bench.call('input.record', { action: 'stop' });
    const shown = steps.map(({ at, ...step }) => step);
    expect(shown).toContainEqual({ kind: 'key', key: 'KeyW', phase: 'press' });
    expect(shown).toContainEqual({ kind: 'key', key: 'KeyW', phase: 'release' });
    expect(shown).toContainEqual({ kind: 'move', x: 60, y: 100 });
    expect((await send(...steps)).held).toEqual([]);
  });

  it('refuses the end of a sequence that the loss of the link has cut off, and holds nothing', async () => {
    const cut = bench.fails('failed', send({ kind: 'key', key: 'KeyW', hold: { ms: 5000 } }));
    await bench.call('time.wait', { timeoutMs: 100, conditions: [{ path: '/Nowhere', is: 'exists' }] });
    await unity.loseLink();
    expect((await cut).message).toContain('the link was lost');
    expect((await send({ kind: 'move', x: 1, y: 1 })).held).toEqual([]);
  });
});
