import type { InputOutcome, InputStep } from '@worldwire/engine';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

/** Writes down every event that it gets. */
const LISTENER = [
  'extends Node',
  'var heard = []',
  'var seen = []',
  'var ticks = 0',
  'func _input(event):',
  '\tif event is InputEventMouseButton: heard.append(["button", event.button_index, event.pressed, event.double_click])',
  '\tif event is InputEventMouseMotion: heard.append(["move", event.position.x, event.position.y, event.relative.x, event.button_mask])',
  '\tif event is InputEventKey: heard.append(["key", event.keycode, event.unicode, event.pressed, event.shift_pressed])',
  '\tif event is InputEventAction: heard.append(["action", event.action, event.pressed, event.strength])',
  '\tif event is InputEventScreenDrag: heard.append(["drag", event.index, event.relative.x])',
  'func _physics_process(_delta):',
  '\tticks += 1',
  '\tif Input.is_action_just_pressed("use"): seen.append("pressed")',
  '\tif Input.is_action_just_released("use"): seen.append("released")',
];

let live: LiveGodot;
let listener: { readonly object: string; readonly type: string };
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(async () => {
  await live.load('playground');
  await live.call('time.set', { scale: 1 });
  listener = await live.scripted('Listener', LISTENER);
});
afterEach(() => send({ kind: 'release-all' }));

const send = (...steps: InputStep[]): Promise<InputOutcome> =>
  live.engine.call('input.send', { steps }, { deadline: 20_000 });
const heard = async (kind: string) =>
  ((await live.read(listener.object, listener.type, 'heard')).json as unknown[][]).filter(
    ([first]) => first === kind,
  );
const seen = async () => (await live.read(listener.object, listener.type, 'seen')).json;
const field = async () =>
  (await live.read(await live.find('/Playground/UI/NameField'), 'LineEdit', 'text')).json;
const clicks = async () => (await live.read(await live.find('/Playground'), 'Playground', 'clicks')).json;
const FIELD = { x: 500, y: 140 };
const PRESS = { x: 460, y: 60 };

describe('keys', () => {
  it('are upper case while shift is held, and lower case after it', async () => {
    await send(
      { kind: 'button', ...FIELD },
      { kind: 'key', key: 'ShiftLeft', phase: 'press' },
      { kind: 'key', key: 'KeyA' },
      { kind: 'key', key: 'Digit1' },
      { kind: 'key', key: 'ShiftLeft', phase: 'release' },
      { kind: 'key', key: 'KeyB' },
      { kind: 'key', key: 'Numpad7' },
    );
    expect(await field()).toBe('A!b7');
  });

  it('are commands while control is held', async () => {
    await send(
      { kind: 'button', ...FIELD },
      { kind: 'text', text: 'all of this' },
      { kind: 'key', key: 'ControlLeft', phase: 'press' },
      { kind: 'key', key: 'KeyA' },
      { kind: 'key', key: 'ControlLeft', phase: 'release' },
      { kind: 'key', key: 'Backspace' },
    );
    expect(await field()).toBe('');
  });

  it('move the focus and press what has it, and the answer names it', async () => {
    await live.load('menu');
    await live.invoke(await live.find('/Menu/Start'), 'Control', 'grab_focus');
    const { steps } = await send({ kind: 'key', key: 'Tab' }, { kind: 'key', key: 'Enter' });
    expect(steps.map(({ receivedBy }) => receivedBy.map(({ path }) => path))).toEqual([
      ['/Menu/Start'],
      ['/Menu/Options'],
    ]);
    expect(steps.map(({ actions }) => actions?.[0])).toEqual(['ui_focus_next', 'ui_accept']);
    expect((await live.read(await live.find('/Menu'), 'menu', 'pressed')).json).toEqual(['Options']);
  });

  it('that nothing receives are reported with the reason', async () => {
    await live.call('object.destroy', { id: listener.object });
    const { steps } = await send({ kind: 'key', key: 'F9' });
    expect(steps[0]?.receivedBy).toEqual([]);
    expect(steps[0]?.actions).toBeUndefined();
    expect(steps[0]?.note).toContain('no control and no script received it');
    await live.call('time.set', { scale: 0 });
    expect((await send({ kind: 'key', key: 'F9' })).steps[0]?.note).toContain(
      'the scene is paused: this is kept',
    );
  });

  it('of other names are refused with the name that is meant', async () => {
    for (const [wrong, right] of [
      ['w', 'KeyW'],
      ['5', 'Digit5'],
      ['left', 'ArrowLeft'],
      ['shift', 'ShiftLeft'],
      ['SPACE', 'Space'],
      ['?', 'Slash'],
    ] as const) {
      const { hint } = await live.refusal('invalid', send({ kind: 'key', key: wrong }));
      expect(hint).toContain(right);
    }
  });
});

describe('a tap of one frame', () => {
  it('is seen once by a script that reads the input in physics frames', async () => {
    for (const count of [1, 2, 3]) {
      await send({ kind: 'key', key: 'KeyE' });
      const until = { path: '/Playground/Listener', type: listener.type, name: 'seen' };
      const value = Array.from({ length: count }, () => ['pressed', 'released']).flat();
      await live.call('time.wait', { conditions: [{ ...until, is: '==', value }], timeoutMs: 4000 });
      expect(await seen()).toEqual(value);
    }
  });
});

describe('actions', () => {
  it('have the strength that is asked for, until they are released', async () => {
    const strength = () => live.run('return Input.get_action_strength("move_left")');
    const pressed = await send({ kind: 'action', action: 'move_left', strength: 0.25, phase: 'press' });
    expect(pressed.held).toEqual(['action move_left']);
    expect((await strength()).json).toBe(0.25);
    expect((await send({ kind: 'action', action: 'move_left', phase: 'release' })).held).toEqual([]);
    expect((await strength()).json).toBe(0);
    expect(await heard('action')).toEqual([
      ['action', 'move_left', true, 0.25],
      ['action', 'move_left', false, 0],
    ]);
  });

  it('are listed with keys, buttons and axes', async () => {
    const { items } = await live.call('input.actions', { limit: 100 });
    const of = (name: string) => items.find(each => each.name === name)?.bindings;
    expect(of('play_right')).toEqual(['key KeyL', 'pad south', 'axis left-x 1']);
  });
});

describe('the mouse', () => {
  it('double clicks: the second press is marked', async () => {
    await send({ kind: 'button', count: 2, ...PRESS });
    expect(await heard('button')).toEqual([
      ['button', 1, true, false],
      ['button', 1, false, false],
      ['button', 1, true, true],
      ['button', 1, false, false],
    ]);
    expect(await clicks()).toBe(2);
  });

  it('selects a word of a field with a double click', async () => {
    await send({ kind: 'button', ...FIELD }, { kind: 'text', text: 'word' });
    await send({ kind: 'button', count: 2, x: 415, y: 140 }, { kind: 'text', text: 'new' });
    expect(await field()).toBe('new');
  });

  it('drags from one control to another', async () => {
    const script = (lines: readonly string[]) =>
      `var script = GDScript.new()\nscript.source_code = ${JSON.stringify(lines.join('\n'))}\nscript.reload()`;
    const from = ['extends ColorRect', 'func _get_drag_data(_at): return "apple"'];
    const to = [
      'extends ColorRect',
      'var got = ""',
      'func _can_drop_data(_at, data): return data is String',
      'func _drop_data(_at, data): got = data',
    ];
    for (const [name, lines, x] of [
      ['From', from, 300],
      ['To', to, 450],
    ] as const)
      await live.run(
        [
          script(lines),
          'var rect = ColorRect.new()',
          `rect.name = "${name}"`,
          `rect.position = Vector2(${x}, 200)`,
          'rect.size = Vector2(100, 100)',
          'rect.set_script(script)',
          'scene.add_child(rect)',
        ].join('\n'),
      );
    const { held } = await send(
      { kind: 'button', phase: 'press', x: 350, y: 250 },
      { kind: 'move', x: 400, y: 250 },
      { kind: 'move', x: 500, y: 250 },
    );
    expect(held).toEqual(['button left']);
    await send({ kind: 'button', phase: 'release' });
    expect((await live.run('return find("To").got')).json).toBe('apple');
    const moves = (await heard('move')).slice(1);
    expect(moves).toEqual([
      ['move', 400, 250, 50, 1],
      ['move', 500, 250, 100, 1],
    ]);
  });

  it('scrolls what is under it', async () => {
    await live.run(
      [
        'var view = ScrollContainer.new()',
        'view.name = "View"',
        'view.position = Vector2(300, 20)',
        'view.size = Vector2(100, 100)',
        'var long = Control.new()',
        'long.custom_minimum_size = Vector2(50, 2000)',
        'view.add_child(long)',
        'scene.add_child(view)',
        'await tree.process_frame',
        'await tree.process_frame',
      ].join('\n'),
    );
    const place = () => live.run('return find("View").scroll_vertical');
    await send({ kind: 'scroll', dy: 3, x: 340, y: 60 });
    const down = (await place()).json as number;
    expect(down).toBeGreaterThan(0);
    await send({ kind: 'scroll', dy: -1, x: 340, y: 60 });
    expect((await place()).json).toBeLessThan(down);
  });

  it('turns by a relative movement of any length, also at the edge of the picture', async () => {
    await send({ kind: 'move', x: 600, y: 100 }, { kind: 'move', relative: true, x: 500, y: 0 });
    expect((await heard('move')).at(-1)).toEqual(['move', 640, 100, 500, 0]);
  });

  it('reaches the body under it if that can be picked and nothing is in front', async () => {
    await live.run(
      [
        'var post = StaticBody2D.new()',
        'post.name = "Post"',
        'post.position = Vector2(300, 300)',
        'post.input_pickable = true',
        'var shape = CollisionShape2D.new()',
        'shape.shape = CircleShape2D.new()',
        'shape.shape.radius = 20.0',
        'post.add_child(shape)',
        'scene.add_child(post)',
        'await tree.physics_frame',
        'await tree.physics_frame',
      ].join('\n'),
    );
    const { steps } = await send({ kind: 'button', x: 300, y: 300 });
    expect(steps[0]?.receivedBy.map(({ path }) => path)).toContain('/Playground/Post');
    const { steps: covered } = await send({ kind: 'button', x: 480, y: 220 });
    const receivers = covered[0]?.receivedBy.map(({ path }) => path);
    expect(receivers).toEqual(['/Playground/Listener', '/Playground/UI/Over']);
  });
});

describe('fingers', () => {
  it('move by the way between their places', async () => {
    await send(
      { kind: 'touch', finger: 1, phase: 'press', x: 400, y: 50 },
      { kind: 'touch', finger: 1, phase: 'move', x: 430, y: 50 },
      { kind: 'touch', finger: 1, phase: 'release', x: 430, y: 50 },
    );
    expect(await heard('drag')).toEqual([['drag', 1, 30]]);
    const late = send({ kind: 'touch', finger: 1, phase: 'move', x: 1, y: 1 });
    expect((await live.refusal('invalid', late)).message).toContain('finger 1');
  });
});

describe('a recording', () => {
  const record = (action: 'start' | 'stop') => live.call('input.record', { action });

  it('of clicks, text and keys has the same result when it is sent again', async () => {
    await record('start');
    await send(
      { kind: 'button', ...PRESS },
      { kind: 'button', count: 2, ...PRESS },
      { kind: 'button', ...FIELD },
      { kind: 'text', text: 'Zoë, 7!' },
      { kind: 'key', key: 'ShiftLeft', phase: 'press' },
      { kind: 'key', key: 'KeyQ' },
      { kind: 'key', key: 'ShiftLeft', phase: 'release' },
    );
    const { steps, dropped } = await record('stop');
    const result = [await clicks(), await field(), await heard('button')];
    expect(result.slice(0, 2)).toEqual([3, 'Zoë, 7!Q']);
    expect(dropped).toBe(0);
    await live.load('playground');
    listener = await live.scripted('Listener', LISTENER);
    await send(...steps);
    expect([await clicks(), await field(), await heard('button')]).toEqual(result);
  });

  it('has events that a script of the game consumes', async () => {
    await live.scripted('Greedy', ['extends Node', 'func _input(_event): get_tree().set_input_as_handled()']);
    await record('start');
    await send({ kind: 'key', key: 'KeyK' });
    const { steps } = await record('stop');
    expect(steps).toMatchObject([
      { kind: 'key', key: 'KeyK', phase: 'press' },
      { kind: 'key', key: 'KeyK', phase: 'release' },
    ]);
  });

  it('goes on over the load of a scene', async () => {
    await record('start');
    await live.load('menu');
    await live.scripted('Greedy', ['extends Node', 'func _input(_event): get_tree().set_input_as_handled()']);
    await send({ kind: 'pad', button: 'east', device: 1 }, { kind: 'axis', axis: 'right-y', value: -0.5 });
    const { steps } = await record('stop');
    expect(steps).toMatchObject([
      { kind: 'pad', button: 'east', device: 1, phase: 'press' },
      { kind: 'pad', button: 'east', device: 1, phase: 'release' },
      { kind: 'axis', axis: 'right-y', value: -0.5 },
    ]);
  });

  it('keeps 1,000 steps and counts the others', async () => {
    await record('start');
    await send(
      ...Array.from({ length: 501 }, (): InputStep => ({ kind: 'key', key: 'F9', at: { frames: 0 } })),
    );
    const { steps, dropped } = await record('stop');
    expect([steps.length, dropped]).toEqual([1000, 2]);
  });
});

describe('two sequences at once', () => {
  it('are played in the same frames', async () => {
    const [one, other] = await Promise.all([
      send(
        { kind: 'key', key: 'KeyA', phase: 'press' },
        { kind: 'key', key: 'KeyA', phase: 'release', at: { frames: 30 } },
      ),
      send(
        { kind: 'key', key: 'KeyB', phase: 'press' },
        { kind: 'key', key: 'KeyB', phase: 'release', at: { frames: 30 } },
      ),
    ]);
    expect(other.steps[0]?.frame).toBeLessThan(one.steps[1]?.frame ?? 0);
    expect((await send({ kind: 'move', x: 1, y: 1 })).held).toEqual([]);
  });
});
