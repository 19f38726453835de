import { beforeEach, describe, expect, it } from 'vitest';
import type { InputOutcome, InputStep } from '../../port/input.js';
import { LiveScene, refusal } from '../../testing/live-scene.js';

let live: LiveScene;
const inMenu = () => {
  live = new LiveScene('Menu');
};
const inArena = () => {
  live = new LiveScene('Arena');
};

/** The middle of an element in pixels, and an offset to the right. */
function middle(path: string, part = 0.5): { x: number; y: number } {
  const { bounds } = live.call('object.get', { id: live.find(path), fields: ['bounds'] });
  if (!bounds) throw new Error(`${path} has no bounds`);
  const { min, max } = bounds;
  return { x: min.x + (max.x - min.x) * part, y: (min.y + max.y) / 2 };
}
const click = (path: string): InputStep => ({ kind: 'button', ...middle(path) });
const START = '/Canvas/Main Panel/Start Button';
const presses = () => live.read(live.find(START), 'Button', 'presses').json;
const openOptions = () => {
  for (const [name, active] of [
    ['Main Panel', false],
    ['Options Panel', true],
  ] as const)
    live.call('object.activate', { id: live.find(`/Canvas/${name}`), active });
};

describe('the pointer', () => {
  beforeEach(inMenu);

  it('clicks as often as it is told, on the label of a button, too', async () => {
    await live.send({ ...click(`${START}/Label`), count: 2 } as InputStep);
    expect(presses()).toBe(2);
  });

  it('does not click what is disabled, covered, or left before the release', async () => {
    live.write(live.find(START), 'Button', 'interactable', false);
    await live.send(click(START));
    live.write(live.find(START), 'Button', 'interactable', true);
    await live.send({ ...click(START), phase: 'press' } as InputStep);
    await live.send({ kind: 'button', phase: 'release', ...middle('/Canvas/Badge') });
    live.call('object.activate', { id: live.find('/Canvas/Options Panel'), active: true });
    const { steps } = await live.send(click(START));
    expect(steps[0]?.receivedBy[0]?.path).toMatch(/^\/Canvas\/Options Panel/);
    expect(presses()).toBe(0);
  });

  it('clicks nothing when a press is released with all others', async () => {
    await live.send({ ...click(START), phase: 'press' } as InputStep, { kind: 'release-all' });
    await live.send({ ...click(START), phase: 'release' } as InputStep);
    expect(presses()).toBe(0);
  });

  it('switches toggles and drags sliders', async () => {
    openOptions();
    await live.send(click('/Canvas/Options Panel/Sound Toggle'));
    expect(live.read(live.find('Sound Toggle'), 'Toggle', 'isOn').json).toBe(true);
    const slider = '/Canvas/Options Panel/Volume Slider';
    const value = () => live.read(live.find(slider), 'Slider', 'value').json;
    await live.send({ kind: 'button', phase: 'press', ...middle(slider, 0.25) });
    expect(value()).toBeCloseTo(25, 3);
    await live.send({ kind: 'move', ...middle(slider, 0.75) });
    expect(value()).toBeCloseTo(75, 3);
    await live.send({ kind: 'move', x: 1280, y: 0 }, { kind: 'button', phase: 'release' });
    expect(value()).toBe(100);
    await live.send({ kind: 'move', ...middle(slider, 0.1) });
    expect(value()).toBe(100);
  });

  it('reaches an object of the world where no element is', async () => {
    inArena();
    const turret = live.find('/Arena/Turret');
    const { items } = live.call('object.list', { query: 'Main Camera' });
    const at = live.invoke(items[0]?.id as string, 'Camera', 'WorldToScreenPoint', live.position(turret))
      .json as {
      x: number;
      y: number;
    };
    const { steps } = await live.send({ kind: 'button', x: at.x, y: 720 - at.y });
    expect(steps[0]?.receivedBy).toEqual([{ id: turret, path: '/Arena/Turret' }]);
    const sky = await live.send({ kind: 'button', x: 640, y: 0 });
    expect(sky.steps[0]).toMatchObject({
      receivedBy: [],
      note: expect.stringContaining('no element or object'),
    });
  });
});

describe('the focus', () => {
  beforeEach(inMenu);
  const text = () => live.read(live.find('Name Field'), 'InputField', 'text').json;

  it('is on the field that was clicked, until another place is clicked', async () => {
    await live.send(
      click('/Canvas/Name Field'),
      { kind: 'text', text: 'A😀' },
      { kind: 'key', key: 'Backspace' },
    );
    expect(text()).toBe('A');
    const { steps } = await live.send(click('/Canvas/Badge'), { kind: 'text', text: 'B' });
    expect([text(), steps[1]?.receivedBy, steps[1]?.note]).toEqual([
      'A',
      [],
      expect.stringContaining('click one'),
    ]);
  });

  it('goes with its object', async () => {
    await live.send(click('/Canvas/Name Field'));
    const field = live.find('Name Field');
    live.call('object.destroy', { id: field });
    const { steps } = await live.send({ kind: 'text', text: 'B' });
    expect(steps[0]?.receivedBy).toEqual([]);
  });

  it('lets Enter press the button', async () => {
    await live.send(click(START), { kind: 'key', key: 'Enter' });
    expect(presses()).toBe(2);
  });
});

describe('actions', () => {
  beforeEach(inArena);
  const x = () => live.position(live.find('/Player')).x;
  const moved = async (...steps: readonly InputStep[]) => {
    const before = x();
    await live.send(...steps);
    live.frames(30);
    await live.send({ kind: 'release-all' });
    return x() - before;
  };

  it('move by their strength, and faster with another one', async () => {
    const whole = await moved({ kind: 'action', action: 'MoveRight', phase: 'press' });
    expect(await moved({ kind: 'axis', axis: 'left-x', value: -0.5 })).toBeCloseTo(-whole / 2, 1);
    const fast = await moved(
      { kind: 'key', key: 'ArrowRight', phase: 'press' },
      { kind: 'pad', button: 'south', phase: 'press' },
    );
    expect(fast).toBeGreaterThan(1.5 * whole);
  });

  it('tell which objects use them, and that none does', async () => {
    const used = await live.send({ kind: 'key', key: 'KeyW' });
    expect(used.steps[0]).toMatchObject({ receivedBy: [{ path: '/Player' }], actions: ['MoveForward'] });
    const unused = await live.send({ kind: 'key', key: 'F9' });
    expect(unused.steps[0]).toEqual({ frame: expect.any(Number), receivedBy: [], note: expect.any(String) });
  });
});

describe('a sequence', () => {
  beforeEach(inArena);

  it('follows real time where its steps do', async () => {
    const sent = live.runtime.call('input.send', {
      steps: [
        { kind: 'key', key: 'KeyW', hold: { ms: 100 } },
        { kind: 'key', key: 'KeyS', phase: 'press', at: { ms: 50 } },
        { kind: 'release-all' },
      ],
    }) as Promise<InputOutcome>;
    live.frames(20);
    const frames = (await sent).steps.map(({ frame }) => frame);
    expect(frames).toEqual([1, 4, 5]);
  });

  it('is refused while 16 others are played, until release-all has ended them', async () => {
    const steps: InputStep[] = [{ kind: 'key', key: 'KeyW', at: { ms: 60_000 } }];
    const sent = Array.from({ length: 16 }, () => live.runtime.call('input.send', { steps }));
    const ends = Promise.allSettled(sent);
    expect(refusal(() => live.runtime.call('input.send', { steps })).kind).toBe('not-ready');
    await live.send({ kind: 'release-all' });
    expect(await ends).toEqual(
      sent.map(() => ({ status: 'rejected', reason: expect.objectContaining({ kind: 'failed' }) })),
    );
  });

  it('goes on after its own release-all, and after one that was sent before it', async () => {
    const released = live.runtime.call('input.send', { steps: [{ kind: 'release-all' }] });
    const sent = live.runtime.call('input.send', {
      steps: [
        { kind: 'release-all', at: { frames: 2 } },
        { kind: 'key', key: 'F9' },
      ],
    }) as Promise<InputOutcome>;
    live.frames(20);
    await released;
    expect((await sent).steps.map(({ frame }) => frame)).toEqual([3, 4]);
  });

  it('has its exact limits: 1,000 steps, 60 seconds, and numbers at their ends', () => {
    const plan = (steps: readonly InputStep[]) => live.call('input.send', { steps, dryRun: true });
    const many = Array.from({ length: 1000 }, (): InputStep => ({ kind: 'key', key: 'F9' }));
    expect(plan(many)).toMatchObject({ held: [] });
    expect(refusal(() => plan([...many, many[0] as InputStep])).message).toBe('there are 1001 steps');
    expect(plan([{ kind: 'key', key: 'F9', at: { ms: 60_000 } }])).toBeDefined();
    expect(refusal(() => plan([{ kind: 'key', key: 'F9', at: { ms: 60_000 }, hold: { ms: 1 } }])).kind).toBe(
      'invalid',
    );
    expect(plan([{ kind: 'move', x: 1280, y: 720 }])).toBeDefined();
    expect(refusal(() => plan([{ kind: 'move', x: 1280.5, y: 720 }])).message).toContain('step 0');
  });
});

describe('a recording', () => {
  beforeEach(inMenu);

  it('presses the same button when it is sent again from another place', async () => {
    live.call('input.record', { action: 'start' });
    await live.send({ kind: 'move', ...middle(START) }, { kind: 'button' });
    const { steps } = live.call('input.record', { action: 'stop' });
    await live.send({ kind: 'move', x: 0, y: 0 });
    await live.later('input.send', { steps: steps.slice(1) }, 20);
    expect(presses()).toBe(2);
  });

  it('keeps 1,000 steps, and counts the others', async () => {
    live.call('input.record', { action: 'start' });
    const steps = Array.from({ length: 501 }, (): InputStep => ({ kind: 'key', key: 'F9' }));
    await live.send(...steps);
    const ended = live.call('input.record', { action: 'stop' });
    expect([ended.steps.length, ended.dropped]).toEqual([1000, 2]);
  });
});

describe('input for a scene that a step has paused', () => {
  const RUN: InputStep = { kind: 'key', key: 'ArrowRight', hold: { frames: 5 } };
  const NOTE = 'the scene is paused: this is kept for its next frame';
  const x = () => live.position(live.find('/Player')).x;
  /** Frames of the scene, as many as a step has, and 20 more in which it stands still. */
  const step = async (frames: number) => {
    const stepped = live.call('time.step', { frames }) as unknown as Promise<object>;
    live.frames(20);
    await stepped;
  };
  const send = (...steps: readonly InputStep[]) =>
    live.call('input.send', { steps }) as unknown as Promise<InputOutcome>;

  beforeEach(async () => {
    inArena();
    await step(1);
  });

  it('is kept for the frames that run, and the answer says so at once', async () => {
    const [before, { frame }] = [x(), live.call('time.get', {})];
    const { steps, held } = await send(RUN);
    expect(steps).toEqual([
      { frame, receivedBy: [], actions: ['MoveRight'], note: expect.stringContaining(NOTE) },
    ]);
    expect(held).toEqual([]);
    live.frames(30);
    expect(x()).toBe(before);
    await step(3);
    const early = x();
    expect(early).toBeGreaterThan(before);
    await step(2);
    const late = x();
    expect(late).toBeGreaterThan(early);
    await step(5);
    expect(x()).toBe(late);
  });

  it('is played when a time scale resumes the scene, in the order of the calls', async () => {
    const before = x();
    expect((await send({ ...RUN, hold: { ms: 50 }, phase: 'press' } as InputStep)).held).toEqual([
      'key ArrowRight',
    ]);
    expect((await send({ ...RUN, phase: 'release', at: { frames: 4 } } as InputStep)).held).toEqual([]);
    live.call('time.set', { scale: 1 });
    live.frames(30);
    expect(x() - before).toBeCloseTo((4 * 4) / 60, 5);
  });

  it('counts milliseconds in the time of the scene', async () => {
    const before = x();
    await send({ ...RUN, hold: { ms: 95 } });
    live.frames(100);
    await step(20);
    expect(x() - before).toBeCloseTo((6 * 4) / 60, 5);
  });

  it('is dropped by release-all, and refused beyond 16 sequences', async () => {
    const before = x();
    for (let at = 0; at < 16; at++) await send(RUN);
    expect(refusal(() => live.call('input.send', { steps: [RUN] })).hint).toBe('let frames run first');
    expect((await live.send({ kind: 'release-all' })).held).toEqual([]);
    await step(10);
    expect(x()).toBe(before);
    await send(RUN);
  });

  it('that is under way when the pause begins is answered with what is kept', async () => {
    live.call('time.set', { scale: 1 });
    const long = send(
      { ...RUN, phase: 'press' } as InputStep,
      {
        ...RUN,
        phase: 'release',
        at: { frames: 50 },
      } as InputStep,
    );
    live.frames(10);
    await step(1);
    const { steps, held } = await long;
    expect([steps[0]?.note, held]).toEqual([undefined, []]);
    expect(steps[1]?.note).toContain(NOTE);
    const paused = x();
    await step(10);
    expect(x()).toBeGreaterThan(paused);
  });
});
