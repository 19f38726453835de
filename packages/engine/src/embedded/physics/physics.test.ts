import { beforeEach, describe, expect, it } from 'vitest';
import { LiveScene } from '../../testing/live-scene.js';

const CRATE = '/Arena/Crates/Crate 4';
let live: LiveScene;
beforeEach(() => {
  live = new LiveScene('Arena');
});

describe('bodies', () => {
  it('fall, come to rest on what is below them, and stay there', () => {
    const crate = live.find(CRATE);
    expect(live.position(crate).y).toBe(3);
    live.frames(30);
    expect(live.position(crate).y).toBeLessThan(3);
    live.frames(150);
    const rested = live.position(crate);
    expect(rested.y).toBeCloseTo(0.5, 2);
    live.frames(120);
    expect(live.position(crate)).toEqual(rested);
    expect(live.invoke(crate, 'Rigidbody', 'IsSleeping').json).toBe(true);
  });

  it('lie on each other, and fall again when what they lie on goes', () => {
    const [below, above] = [live.find('/Arena/Crates/Crate 1'), live.find('/Arena/Crates/Crate 2')];
    live.frames(240);
    expect(live.position(above).y).toBeCloseTo(1.5, 2);
    live.call('object.destroy', { id: below });
    live.frames(240);
    expect(live.position(above).y).toBeCloseTo(0.5, 2);
  });

  it('jump when they are pushed, and come down', () => {
    const crate = live.find(CRATE);
    live.frames(240);
    live.invoke(crate, 'Rigidbody', 'AddForce', { x: 0, y: 5, z: 0 }, 'Impulse');
    live.frames(20);
    expect(live.position(crate).y).toBeGreaterThan(0.9);
    live.frames(180);
    expect(live.position(crate).y).toBeCloseTo(0.5, 2);
  });

  it('fall again when they are put into the air', () => {
    const crate = live.find(CRATE);
    live.frames(240);
    live.write(crate, 'Transform', 'position', [3, 6, -2]);
    live.frames(10);
    expect(live.position(crate).y).toBeLessThan(6);
    live.frames(240);
    expect(live.position(crate).y).toBeCloseTo(0.5, 2);
  });

  it('roll off nothing: balls come to rest on the ground too', () => {
    const ball = live.invoke(live.find('/Spawner'), 'Spawner', 'Spawn').ref as string;
    live.frames(300);
    expect(live.position(ball).y).toBeCloseTo(0.3, 2);
    expect(live.read(ball, 'Rigidbody', 'velocity').json).toEqual({ x: 0, y: 0, z: 0 });
  });

  it('stay in the air while they are kinematic', () => {
    const crate = live.find(CRATE);
    live.write(crate, 'Rigidbody', 'isKinematic', true);
    live.frames(60);
    expect(live.position(crate).y).toBe(3);
  });
});
