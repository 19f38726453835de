import type { Conditions, WaitOutcome } from '@worldwire/engine';
import { describe, expect, it } from 'vitest';
import { playing } from '../playing.test.js';
import { CLOSED, OPEN, Stage } from '../stage.test.js';

const HALF = { type: 'System.Single', text: '0.5', json: 0.5 };
const END: WaitOutcome = {
  met: true,
  frame: 110,
  time: 2.5,
  frames: 10,
  states: [{ holds: true, value: HALF }],
};

/** A clock that a step pauses and a time scale resumes. */
function clock(paused = false, scale = 1) {
  const now = { scale, locked: false, paused, time: 2, frame: 100 };
  return {
    now,
    answers: {
      'time.get': () => ({ ...now }),
      'time.set': ({ scale: wanted }: { scale: number }) => {
        const before = { ...now };
        Object.assign(now, { scale: wanted, paused: false });
        return { before, after: { ...now } };
      },
      'time.step': ({ frames }: { frames: number }) => {
        Object.assign(now, { paused: true, frame: now.frame + frames });
        return END;
      },
      'time.wait': END,
    },
  };
}

async function opened(answers: object, grants = OPEN) {
  const engine = await playing(answers);
  const stage = await Stage.open({ engine: engine.engine, grants });
  return { ...engine, stage, player: await stage.idOf('Player') };
}

describe('StepScene', () => {
  it('runs frames and leaves the scene paused; its undo resumes it', async () => {
    const { answers, now } = clock();
    const { stage } = await opened(answers);
    const stepped = await stage.whole('StepScene', { frames: 10 });
    const paused = { value: 1, locked: false, time: 2 };
    expect(stepped).toEqual({
      ...{ ok: true, frame: 110, time: 2.5, frames: 10 },
      before: { ...paused, paused: false, frame: 100 },
      after: { ...paused, paused: true, frame: 110 },
      ...{ revision: 2, journalId: 2, undo: 'UndoWrite {"id":2}' },
    });
    expect(now.paused).toBe(true);
    await stage.call('UndoWrite', { id: 1 });
    expect(now).toMatchObject({ paused: false, scale: 1 });
    expect((await stage.fail('UndoWrite', { id: 4 })).message).toContain(
      'a scene that runs has no frame to go back to',
    );
  });

  it.each([
    ['paused', clock(true)],
    ['stopped by its time scale', clock(false, 0)],
  ])('of a scene that was %s cannot be undone', async (_, { answers }) => {
    const { stage } = await opened(answers);
    const { undo } = await stage.whole('StepScene', {});
    expect(undo).toBe('none: the scene did not run before, and frames do not run back.');
    expect((await stage.whole('StepScene', { dryRun: true })).undo).toBe(undo);
  });

  it('ends where conditions hold, and says their values', async () => {
    const { stage, asked, player } = await opened(clock().answers);
    const condition = {
      objectId: player,
      componentType: 'Transform',
      name: 'position',
      part: 'y',
      is: '<',
      value: 1,
    };
    expect(await stage.call('StepScene', { frames: 600, until: [condition] })).toMatchObject({
      met: true,
      conditions: [{ condition: `${player}.position.y < 1`, holds: true, valueText: '0.5', valueJson: 0.5 }],
    });
    const { params } = asked.find(({ operation }) => operation === 'time.step') as { params: unknown };
    expect(params).toEqual({
      frames: 600,
      until: {
        conditions: [
          { object: player, type: 'UnityEngine.Transform', name: 'position', part: 'y', is: '<', value: 1 },
        ],
      },
    });
  });

  it('plans without a step, and takes at most 600 frames', async () => {
    const { answers, now } = clock();
    const { stage } = await opened(answers);
    const plan = await stage.whole('StepScene', { frames: 5, dryRun: true });
    expect(plan).toMatchObject({ before: { paused: false }, after: { paused: true } });
    expect(now.frame).toBe(100);
    expect((await stage.fail('StepScene', { frames: 601 })).message).toContain('600');
  });
});

describe('WaitUntil', () => {
  it('waits with the full names of types, for all conditions or for any', async () => {
    const { stage, asked, player } = await opened(clock().answers, CLOSED);
    const conditions = [
      { objectId: player, componentType: 'health', name: 'current', is: '<=', value: 50 },
      { path: 'Arena/Boss', is: 'exists' },
    ];
    const waited = await stage.call('WaitUntil', { conditions, any: true, seconds: 0.5 });
    expect(waited).toMatchObject({ ok: true, met: true, frame: 110, time: 2.5, frames: 10 });
    expect(waited.conditions).toEqual([
      { condition: `${player}.current <= 50`, holds: true, valueText: '0.5', valueJson: 0.5 },
      { condition: 'Arena/Boss exists', holds: false },
    ]);
    expect(asked.at(-1)?.params as unknown as Conditions).toEqual({
      conditions: [
        { object: player, type: 'Worldwire.Health', name: 'current', is: '<=', value: 50 },
        { path: '/Arena/Boss', is: 'exists' },
      ],
      any: true,
      timeoutMs: 500,
    });
  });

  it('takes a path that does not exist yet, and the type as it is given', async () => {
    const { stage, asked } = await opened(clock().answers, CLOSED);
    const conditions = [{ path: '/Later', componentType: 'Health', name: 'current', is: '>', value: 1 }];
    await stage.call('WaitUntil', { conditions });
    expect(asked.at(-1)?.params).toMatchObject({
      conditions: [{ path: '/Later', type: 'Health', name: 'current', is: '>', value: 1 }],
      timeoutMs: 10_000,
    });
  });

  it.each([
    [{ is: 'exists' }, 'It needs objectId or path, and not both.', 'SearchObjects'],
    [
      { path: '/A', is: 'gone', value: 1 },
      '"gone" is about the object, and does not take value.',
      'Leave them out',
    ],
    [{ path: '/A', value: 1 }, '"==" needs componentType, name and value.', 'ListComponentMembers'],
    [
      { path: '/Player', componentType: 'Health', name: 'curent', value: 1 },
      'Worldwire.Health has no member "curent".',
      'Did you mean current?',
    ],
    [
      { path: '/Player', componentType: 'Helth', name: 'current', value: 1 },
      /has no component "Helth"\./,
      'Health',
    ],
    [
      { objectId: 'obj:999999', componentType: 'Health', name: 'current', value: 1 },
      /999999/,
      'name or path',
    ],
  ])('refuses %j at once, with what is right', async (condition, message, hint) => {
    const { stage, asked } = await opened(clock().answers, CLOSED);
    const failure = await stage.fail('WaitUntil', { conditions: [condition] });
    expect(failure.message).toMatch(/^conditions\[0\]: /);
    const own = failure.message.slice('conditions[0]: '.length);
    if (typeof message === 'string') expect(own).toBe(message);
    else expect(own).toMatch(message);
    expect(failure.hint).toContain(hint);
    expect(asked.filter(({ operation }) => operation === 'time.wait')).toEqual([]);
  });

  it('is bounded: 60 seconds and 16 conditions', async () => {
    const { stage } = await opened(clock().answers, CLOSED);
    const condition = { path: '/A', is: 'exists' };
    expect((await stage.fail('WaitUntil', { conditions: [condition], seconds: 61 })).message).toContain('60');
    const many = Array.from({ length: 17 }, () => condition);
    expect((await stage.fail('WaitUntil', { conditions: many })).message).toContain('16');
    expect((await stage.fail('WaitUntil', { conditions: [] })).kind).toBe('InvalidArgument');
  });
});
