import { EngineError, type InputOutcome, type InputStep } from '@worldwire/engine';
import { describe, expect, it } from 'vitest';
import { playing } from '../playing.test.js';
import { CLOSED, OPEN, Stage } from '../stage.test.js';

const PLAYER = { id: 'obj:5', path: '/Arena/Player' };

/** Answers like an engine: one receipt for each step. */
function received({ steps }: { steps: readonly InputStep[] }): InputOutcome {
  return {
    steps: steps.map((step, index) => ({
      frame: 100 + index,
      receivedBy: step.kind === 'key' ? [PLAYER] : [],
      ...(step.kind === 'key' ? { actions: ['jump'] } : { note: 'nothing is there' }),
    })),
    frames: { before: 99, after: 100 + steps.length },
    held: steps.some(step => step.kind === 'key' && step.phase === 'press') ? ['key KeyW'] : [],
  };
}

function gate() {
  let open = () => {};
  const passed = new Promise<void>(resolve => {
    open = resolve;
  });
  return { open: () => open(), passed };
}

const CONTROLS = {
  total: 1,
  items: [
    {
      ...{ id: 'obj:77', path: '/UI/Start', type: 'UnityEngine.UI.Button', text: 'Start' },
      bounds: { min: { x: 100, y: 40, z: 0 }, max: { x: 200, y: 80, z: 0 } },
      ...{ enabled: true, clickable: true, focused: false },
    },
  ],
};

async function opened(answers: object = {}, grants = OPEN) {
  const engine = await playing({ 'input.send': received, 'ui.list': CONTROLS, ...answers });
  return { ...engine, stage: await Stage.open({ engine: engine.engine, grants }) };
}

describe('SendInput', () => {
  it('answers within the limit if an engine sends endless lists', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `key ${index}`);
    const step = { frame: 1, receivedBy: [], actions: many };
    const { stage } = await opened({
      'input.send': { steps: [step], frames: { before: 1, after: 2 }, held: many },
    });
    const answer = await stage.call('SendInput', { steps: [{ kind: 'key', key: 'w' }] });
    expect(answer).toMatchObject({ heldTotal: 20_000 });
    expect(JSON.stringify(answer).length).toBeLessThan(32 * 1024);
  });

  it('sends keys by their codes, and says who received each step, and what is held', async () => {
    const { stage, asked } = await opened();
    const steps = [
      { kind: 'key', key: 'w', phase: 'press' },
      { kind: 'button', x: 3, y: 4, at: { frames: 2 } },
      { kind: 'key', key: 'Space', hold: { ms: 50 } },
    ];
    expect(await stage.whole('SendInput', { steps })).toEqual({
      ok: true,
      steps: [
        { frame: 100, receivedBy: ['/Arena/Player'], actions: ['jump'] },
        { frame: 101, receivedBy: [], note: 'nothing is there' },
        { frame: 102, receivedBy: ['/Arena/Player'], actions: ['jump'] },
      ],
      frames: { before: 99, after: 103 },
      held: ['key KeyW'],
      revision: 2,
      journalId: 2,
      undo: 'none: input cannot be undone.',
    });
    expect(asked).toEqual([
      {
        operation: 'input.send',
        params: {
          steps: [
            { kind: 'key', key: 'KeyW', phase: 'press' },
            { kind: 'button', x: 3, y: 4, at: { frames: 2 } },
            { kind: 'key', key: 'Space', hold: { ms: 50 } },
          ],
        },
      },
    ]);
    expect((await stage.entries())[0]).toMatchObject({
      Tool: 'SendInput',
      After: { frame: 103, held: ['key KeyW'] },
    });
  });

  it('clicks the middle of a control, or of an object in the picture, that is given by its id', async () => {
    const { stage, asked } = await opened();
    await stage.call('SendInput', { steps: [{ kind: 'button', on: 'obj:77' }] });
    expect(asked.at(-1)?.params).toEqual({ steps: [{ kind: 'button', x: 150, y: 60 }] });
    await stage.call('SendInput', { steps: [{ kind: 'button', on: await stage.idOf('Turret') }] });
    const place = { x: expect.closeTo(0.5, 1), y: expect.closeTo(0.5, 1), normalized: true };
    expect(asked.at(-1)?.params).toEqual({ steps: [{ kind: 'button', ...place }] });
    const { kind, message, hint } = await stage.fail('SendInput', {
      steps: [{ kind: 'button', on: 'obj:999999' }],
    });
    expect([kind, message]).toEqual([
      'NotFound',
      expect.stringMatching(/^steps\[0\] \(button\): obj:999999 is not seen/),
    ]);
    expect(hint).toContain('ListControls');
  });

  it.each([
    [{ kind: 'key' }, 'it needs key.', 'Kind "key" takes key, phase, hold and at.'],
    [{ kind: 'key', key: 'Spcae' }, 'There is no key "Spcae".', 'Did you mean Space?'],
    [{ kind: 'text', text: 'a', x: 1 }, 'it does not take x.', 'Kind "text" takes text and at.'],
    [{ kind: 'release-all', key: 'W' }, 'it does not take key.', 'takes only at.'],
    [{ kind: 'move', x: 1 }, 'a place needs x and y.', '`on`'],
    [{ kind: 'move' }, 'a place needs x and y.', '`on`'],
    [{ kind: 'button', on: 'obj:77', x: 1, y: 2 }, 'on and x, y exclude each other.', 'Leave x and y out.'],
    [
      { kind: 'button', button: 'lft' },
      'there is no button "lft".',
      'Did you mean left? There are left, right, middle.',
    ],
    [{ kind: 'pad', button: 'A' }, 'there is no button "A".', 'There are south, east'],
    [{ kind: 'axis', axis: 'x', value: 1 }, 'there is no axis "x".', 'There are left-x'],
    [{ kind: 'key', key: 'W', phase: 'move' }, 'phase "move" is of kind "touch".', 'kind "move"'],
  ])('refuses %j before anything is sent, with the step and what is right', async (step, message, hint) => {
    const { stage, asked } = await opened();
    const failure = await stage.fail('SendInput', { steps: [{ kind: 'release-all' }, step] });
    expect(failure).toMatchObject({ kind: 'InvalidArgument', hint: expect.stringContaining(hint) });
    expect(failure.message).toBe(`steps[1] (${(step as { kind: string }).kind}): ${message}`);
    expect(asked).toEqual([]);
  });

  it('refuses a span of frames and milliseconds, an unknown kind, and a call without steps', async () => {
    const { stage, asked } = await opened();
    const both = { kind: 'key', key: 'W', hold: { frames: 1, ms: 1 } };
    expect((await stage.fail('SendInput', { steps: [both] })).message).toContain(
      'needs frames or ms, not both',
    );
    expect((await stage.fail('SendInput', { steps: [{ kind: 'press' }] })).message).toContain(
      '"release-all"',
    );
    expect((await stage.fail('SendInput', {})).message).toBe('It needs steps or recording, and not both.');
    expect(asked).toEqual([]);
  });

  it('in a dry run asks who would receive it, and sends nothing', async () => {
    const { stage, asked } = await opened();
    const plan = await stage.whole('SendInput', { steps: [{ kind: 'key', key: 'W' }], dryRun: true });
    expect(plan).toMatchObject({ dryRun: true, revision: 0, steps: [{ receivedBy: ['/Arena/Player'] }] });
    expect(asked.map(({ params }) => params.dryRun)).toEqual([true]);
    expect(await stage.planned('SendInput', { steps: [{ kind: 'key', key: 'W' }] })).toMatchObject({
      ok: true,
    });
  });

  it('gives the engine the length of the sequence and ten seconds', async () => {
    const deadlines: (number | undefined)[] = [];
    const { engine } = await playing({ 'input.send': received });
    const timed = {
      ...engine,
      call: ((name, params, options) => {
        if (name === 'input.send') deadlines.push(options?.deadline);
        return engine.call(name, params, options);
      }) as typeof engine.call,
    };
    const stage = await Stage.open({ engine: timed, grants: OPEN });
    await stage.call('SendInput', {
      steps: [{ kind: 'key', key: 'W', hold: { ms: 2_000 }, at: { ms: 500 } }],
    });
    await stage.call('SendInput', { steps: [{ kind: 'key', key: 'W', hold: { frames: 3_000 } }] });
    expect(deadlines).toEqual([12_500, 70_000]);
  });

  it('sends release-all once when the call is cancelled', async () => {
    const sent: string[] = [];
    const [begun, released] = [gate(), gate()];
    let end: (error: EngineError) => void = () => {};
    const { stage } = await opened({
      'input.send': ({ steps }: { steps: readonly InputStep[] }) => {
        sent.push(steps[0]?.kind as string);
        if (sent.length === 1) {
          begun.open();
          return new Promise<InputOutcome>((_, reject) => {
            end = reject;
          });
        }
        released.open();
        return received({ steps });
      },
    });
    const steps = [{ kind: 'key', key: 'W', hold: { ms: 5_000 } }];
    const params = { name: 'SendInput', arguments: { steps } };
    const request = { kind: 'request', id: 'x', method: 'tools/call', params } as const;
    const outlet = { detach: () => {}, send: () => true };
    const call = stage.kernel.start(request, stage.caller({}), outlet, () => {});
    await begun.passed;
    call.cancel('left');
    await released.passed;
    const move = () => stage.call('SendInput', { steps: [{ kind: 'move', x: 1, y: 1 }] });
    await move();
    end(new EngineError('failed', 'the input was ended by release-all', 'send the rest again'));
    await move();
    expect(sent).toEqual(['key', 'release-all', 'move', 'move']);
  });

  it('does not release the input of others when a release-all of another call has ended it', async () => {
    const { stage, asked } = await opened({
      'input.send': () => {
        throw new EngineError('failed', 'the input was ended by release-all', 'send the rest again');
      },
    });
    const failure = await stage.fail('SendInput', { steps: [{ kind: 'key', key: 'W' }] });
    expect(failure).toMatchObject({
      message: expect.stringContaining('ended by release-all'),
      hint: expect.stringMatching(/send the rest again/i),
    });
    expect(asked).toHaveLength(1);
  });

  it('shortens the receipts of a long sequence, and says how many there are', async () => {
    const { stage } = await opened();
    const steps = Array.from({ length: 1_000 }, () => ({ kind: 'key', key: 'W' }));
    const result = await stage.result('SendInput', { steps });
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(64 * 1024);
    expect(result.structuredContent).toMatchObject({ stepsTotal: 1_000, truncated: true });
    expect((await stage.fail('SendInput', { steps: [...steps, ...steps] })).kind).toBe('InvalidArgument');
  });

  it('needs the access of a write', async () => {
    const { stage } = await opened({}, CLOSED);
    await stage.denied('SendInput', { steps: [{ kind: 'release-all' }] });
  });
});

describe('RecordInput', () => {
  const RECORDED: readonly InputStep[] = [
    { kind: 'key', key: 'KeyW', phase: 'press', at: { frames: 0 } },
    { kind: 'button', button: 'left', x: 10, y: 20, phase: 'press', at: { frames: 4 } },
    { kind: 'key', key: 'KeyW', phase: 'release', at: { frames: 9 } },
  ];
  const recorder = (steps: readonly InputStep[], dropped = 0) => ({
    'input.record': ({ action }: { action: string }) =>
      action === 'start'
        ? { recording: true, steps: [], frames: 0, dropped: 0 }
        : { recording: false, steps, frames: 30, dropped },
  });

  it('returns steps that SendInput plays unchanged, and keeps them under a name', async () => {
    const { stage, asked } = await opened(recorder(RECORDED));
    expect(await stage.call('RecordInput', { action: 'start' })).toMatchObject({ ok: true, recording: true });
    const stopped = await stage.call<{ steps: object[] }>('RecordInput', { action: 'stop', name: 'walk' });
    expect(stopped).toMatchObject({
      ok: true,
      recording: false,
      name: 'walk',
      frames: 30,
      count: 3,
      steps: RECORDED,
    });
    await stage.call('SendInput', { steps: stopped.steps });
    await stage.call('SendInput', { recording: 'walk' });
    const sent = asked.filter(({ operation }) => operation === 'input.send').map(({ params }) => params);
    expect(sent).toEqual([{ steps: RECORDED }, { steps: RECORDED }]);
    const { kind, hint } = await stage.fail('SendInput', { recording: 'wlak' });
    expect([kind, hint]).toEqual(['NotFound', 'Did you mean walk? There is walk.']);
  });

  it('keeps the name that its start gave, for one recording', async () => {
    const { stage } = await opened(recorder(RECORDED));
    expect(await stage.call('RecordInput', { action: 'start', name: 'jump' })).toMatchObject({
      name: 'jump',
    });
    expect(await stage.call('RecordInput', { action: 'stop' })).toMatchObject({ name: 'jump' });
    expect(await stage.call('RecordInput', { action: 'stop' })).toMatchObject({ name: 'last' });
  });

  it('that exceeds an answer is played by its name, and says so', async () => {
    const steps = Array.from({ length: 1_000 }, () => ({ kind: 'text', text: 'x'.repeat(200) }) as const);
    const { stage, asked } = await opened(recorder(steps, 7));
    const result = await stage.result('RecordInput', { action: 'stop' });
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(4_096);
    expect(result.structuredContent).toMatchObject({ name: 'last', count: 1_000, dropped: 7 });
    expect(result.structuredContent).toMatchObject({
      note: expect.stringContaining('SendInput {"recording":"last"}'),
    });
    await stage.call('SendInput', { recording: 'last' });
    expect(asked.at(-1)?.params.steps).toHaveLength(1_000);
  });

  it('keeps 16 recordings', async () => {
    const { stage } = await opened(recorder(RECORDED));
    for (let number = 0; number <= 16; number++) {
      await stage.call('RecordInput', { action: 'stop', name: `r${number}` });
    }
    expect((await stage.fail('SendInput', { recording: 'r0' })).kind).toBe('NotFound');
    expect(await stage.call('SendInput', { recording: 'r1' })).toMatchObject({ ok: true });
  });

  it('needs the access of a write, because it reads what a person types', async () => {
    const { stage } = await opened(recorder(RECORDED), CLOSED);
    await stage.denied('RecordInput', { action: 'start' });
  });
});

describe('ListInputActions', () => {
  it('lists actions with what triggers them', async () => {
    const page = { total: 3, items: [{ name: 'jump', bindings: ['key Space', 'pad south'] }] };
    const { stage, asked } = await opened({ 'input.actions': page }, CLOSED);
    expect(await stage.call('ListInputActions', { limit: 1 })).toEqual({
      Total: 3,
      Items: [{ Name: 'jump', Bindings: ['key Space', 'pad south'] }],
      NextOffset: 1,
    });
    expect(asked.at(-1)?.params).toEqual({ limit: 1, offset: 0 });
  });
});
