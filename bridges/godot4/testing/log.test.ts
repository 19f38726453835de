import { eventOf } from '@worldwire/engine/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EARLY_FILES, earlyLog } from '../../testing/early-log.js';
import { LiveGodot } from './live-godot.js';
import { RawLink } from './raw-link.js';

/** As before Godot 4.5, where a script cannot receive what is logged. */
const env = { WORLDWIRE_LOG_FILE: '1' };

earlyLog(options => RawLink.open(options));

describe('with a log that is read from its file,', () => {
  earlyLog(options => RawLink.open({ ...options, env }));

  it('callers hear when another process has emptied it', async () => {
    const live = await LiveGodot.open({ files: EARLY_FILES, env });
    try {
      const score = await live.find('/Score');
      const failed = live.invoke(score, 'scripts.score', 'typed');
      expect((await live.refusal('failed', failed)).message).toContain('score.gd:6');
      const warned = eventOf(live.engine, 'log', ({ level }) => level === 'warning');
      await live.run('FileAccess.open("user://logs/godot.log", FileAccess.WRITE).close()');
      expect((await warned).message).toContain('another process');
    } finally {
      await live.engine.close();
    }
  });
});

describe('a script with errors', () => {
  let live: LiveGodot;
  beforeAll(async () => {
    live = await LiveGodot.open({ files: { 'scripts/broken.gd': 'extends Node3D\nvar speed = \n' } });
  });
  afterAll(() => live?.engine.close());

  it('is refused for a new object and as a component, with its name and where its errors are', async () => {
    await live.load('garden');
    const object = await live.find('/Garden/Mill/Blade');
    const type = 'scripts.broken';
    for (const made of [
      live.call('object.create', { name: 'New', components: [{ type, members: {} }] }),
      live.call('component.add', { object, type }),
    ]) {
      const { message, hint } = await live.refusal('failed', made);
      expect(message).toContain('scripts.broken has errors');
      expect(hint).toContain('log');
    }
  });
});
