import { eventOf } from '@worldwire/engine/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { earlyLog, EARLY_FILES as files } from '../../testing/early-log.js';
import { LiveGodot } from './live-godot.js';
import { RawLink } from './raw-link.js';

earlyLog(options => RawLink.open(options));

describe('a log that another process takes', () => {
  const emptied = 'var file = File.new()\nfile.open("user://logs/godot.log", File.WRITE)\nfile.close()';
  const beyond = [
    'var file = File.new()',
    'file.open("user://logs/godot.log", File.READ_WRITE)',
    'file.seek_end(1000)',
    'file.store_string("of another\\n")',
    'file.close()',
  ].join('\n');

  it.each([
    ['empties', emptied],
    ['writes into', beyond],
  ])('is not read any more when it %s it, and every caller hears why', async (_, code) => {
    const live = await LiveGodot.open({ files });
    try {
      const score = await live.find('/Score');
      const warned = eventOf(live.engine, 'log', ({ level }) => level === 'warning');
      const state = eventOf(live.engine, 'state');
      await live.run(code);
      const { message: why } = await warned;
      expect(why).toContain('another process');
      expect(await state).toMatchObject({ state: { status: 'ready', reason: why } });
      const { message, hint } = await live.refusal('failed', live.invoke(score, 'scripts.score', 'typed'));
      expect(message).toContain('gave nothing');
      expect(hint).toContain('another process');
    } finally {
      await live.engine.close();
    }
  });
});

describe('a script with errors', () => {
  let live: LiveGodot;
  beforeAll(async () => {
    live = await LiveGodot.open({ files: { 'scripts/spinner.gd': 'extends Spatial\nvar speed = \n' } });
    await live.load('garden');
  });
  afterAll(() => live?.engine.close());

  it('is told from one without, by its component and where its members are asked for', async () => {
    const { items: spinning } = await live.call('object.list', { type: 'spinner' });
    const object = spinning[0]?.id ?? '';
    const { items } = await live.call('component.list', { object });
    const type = items[1]?.type ?? '';
    expect(items[1]?.summary).toContain('res://scripts/spinner.gd');
    expect(items[1]?.summary).toContain('has errors');
    const asked = [
      live.read(object, type, 'speed'),
      live.write(object, type, 'speed', 1),
      live.invoke(object, type, 'turn'),
      live.call('hook.add', { type, method: 'turn' }),
    ];
    for (const { hint } of await Promise.all(asked.map(each => live.refusal('not-found', each)))) {
      expect(hint).toContain('has errors');
      expect(hint).toContain('log');
    }
    const safe = await live.find('/Garden/Safe');
    const { hint } = await live.refusal('not-found', live.read(safe, 'Armored', 'speed'));
    expect(hint ?? '').not.toContain('has errors');
  });
});
