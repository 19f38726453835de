import type { EngineEvent } from '@worldwire/engine';
import { describe, expect, it } from 'vitest';
import { playing } from '../playing.test.js';
import { OPEN, Stage } from '../stage.test.js';

const AT = '2026-01-01T00:00:00.000Z';

function problem(message: string, line = 12): EngineEvent {
  const stack = ['bite (res://spider.gd:12)', 'update (res://game.gd:3)'];
  return {
    ...{ kind: 'log', level: 'error', message, source: 'script', at: AT },
    problem: { kind: 'script', file: 'res://spider.gd', line, stack },
  };
}

/** An engine whose time scale cannot be set without errors in the scripts of the project. */
async function opened(events: () => readonly EngineEvent[]) {
  const scale = { scale: 1, locked: false, time: 0, frame: 0 };
  const parts = await playing({
    'time.set': ({ scale: wanted }: { scale: number }) => {
      for (const event of events()) parts.emit(event);
      if (wanted === 3) throw new Error('lost');
      return { before: scale, after: { ...scale, scale: wanted } };
    },
    'time.get': scale,
  });
  return { ...parts, stage: await Stage.open({ engine: parts.engine, grants: OPEN }) };
}

describe('GetErrors', () => {
  it('returns problems with file, line and stack, and goes on by a cursor', async () => {
    const { stage, emit } = await opened(() => []);
    emit(problem('no leg'));
    emit(problem('no leg'));
    expect(await stage.call('GetErrors')).toEqual({
      Total: 1,
      Items: [
        {
          ...{ N: 2, Level: 'error', Kind: 'script', Message: 'no leg', File: 'res://spider.gd', Line: 12 },
          Stack: ['bite (res://spider.gd:12)', 'update (res://game.gd:3)'],
          ...{ T: AT, Count: 2 },
        },
      ],
      Last: 2,
    });
    expect(await stage.call('GetErrors', { since: 2 })).toEqual({ Total: 0, Items: [], Last: 2 });
    expect(await stage.resource('unity://errors?since=1')).toMatchObject({ Total: 1, Last: 2 });
    expect(stage.updated).toContain('unity://errors');
    // The scene writes lines of its own.
    const { Items } = await stage.call<{ Items: { Message: string; Source: string }[] }>('TailLogs');
    expect(Items.filter(({ Source }) => Source === 'script')).toMatchObject([
      { Message: 'no leg' },
      { Message: 'no leg' },
    ]);
  });
});

describe('GetErrors after a repair or a restart', () => {
  const broken: EngineEvent = {
    ...{ kind: 'log', level: 'error', message: 'Expected ")"', source: 'script', at: AT },
    problem: { kind: 'compile', file: 'res://spider.gd', line: 3 },
  };

  it('leaves out errors of files that were compiled again, says how many, and has them on request', async () => {
    const { stage, emit } = await opened(() => []);
    emit(broken);
    emit({ kind: 'checked', files: ['res://spider.gd'] });
    expect(await stage.call('GetErrors')).toEqual({ Total: 0, Items: [], Last: 1, Past: 1 });
    expect(await stage.call('GetErrors', { past: true })).toMatchObject({ Items: [{ Past: 'checked' }] });
    expect(await stage.resource('unity://errors?past=true')).toMatchObject({ Total: 1 });
  });

  it('tells who watches the errors that some are out of date', async () => {
    const { stage, emit } = await opened(() => []);
    emit(broken);
    stage.updated.length = 0;
    emit({ kind: 'checked', files: ['res://web.gd'] });
    expect(stage.updated).toEqual([]);
    emit({ kind: 'checked', files: ['res://spider.gd'] });
    expect(stage.updated).toEqual(['unity://errors']);
  });

  it('leaves out errors of an earlier process of the engine', async () => {
    const { stage, emit, engine } = await opened(() => []);
    emit(problem('no leg'));
    Object.assign(engine, { process: engine.process + 1 });
    emit(problem('no web'));
    expect(await stage.call('GetErrors')).toMatchObject({
      Total: 1,
      Items: [{ Message: 'no web' }],
      Past: 1,
    });
  });
});

describe('the answer of a write', () => {
  it('has the errors that appeared since it began, and no older ones', async () => {
    const { stage, emit } = await opened(() => [problem('no leg')]);
    emit(problem('old'));
    const { errors, ...rest } = await stage.whole('SetTimeScale', { value: 2 });
    expect(errors).toEqual([
      {
        ...{ Level: 'error', Kind: 'script', Message: 'no leg', File: 'res://spider.gd', Line: 12 },
        Stack: ['bite (res://spider.gd:12)', 'update (res://game.gd:3)'],
      },
    ]);
    expect(rest).not.toHaveProperty('errorsMore');
    expect((await stage.result('SetTimeScale', { value: 2 })).content).toEqual([
      { type: 'text', text: expect.stringContaining('"errors":[') },
    ]);
  });

  it('has nothing of the kind without errors, nor has a dry run or a read', async () => {
    const { stage, emit } = await opened(() => []);
    emit(problem('old'));
    expect(await stage.whole('SetTimeScale', { value: 2 })).not.toHaveProperty('errors');
    expect(await stage.whole('SetTimeScale', { value: 2, dryRun: true })).not.toHaveProperty('errors');
    expect(await stage.whole('GetTimeScale')).not.toHaveProperty('errors');
  });

  it('has five at most, and the call that returns the others', async () => {
    const { stage } = await opened(() => Array.from({ length: 8 }, (_, at) => problem(`leg ${at}`, at + 1)));
    const { errors, errorsMore } = await stage.whole('SetTimeScale', { value: 2 });
    expect(errors).toHaveLength(5);
    expect(errorsMore).toBe('3 more: GetErrors {"since":5}');
    expect(await stage.call('GetErrors', { since: 5 })).toMatchObject({
      Items: [{ Message: 'leg 5' }, { Message: 'leg 6' }, { Message: 'leg 7' }],
    });
  });

  it('that failed has them, too', async () => {
    const { stage } = await opened(() => [problem('no leg')]);
    const { structuredContent } = await stage.result('SetTimeScale', { value: 3 });
    expect(structuredContent).toMatchObject({ ok: false, errors: [{ Message: 'no leg' }] });
  });

  it('stays small with long errors', async () => {
    const { stage } = await opened(() =>
      Array.from({ length: 5 }, (_, at) => problem(`${at}${'"'.repeat(5_000)}`)),
    );
    const result = await stage.result('SetTimeScale', { value: 2 });
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(12_000);
  });
});
