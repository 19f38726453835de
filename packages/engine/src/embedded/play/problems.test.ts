import { beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../port/engine.js';
import { LiveScene } from '../../testing/live-scene.js';

let live: LiveScene;
beforeEach(() => {
  live = new LiveScene('Arena');
});

const problems = (): (Problem | undefined)[] =>
  live.events.flatMap(event => (event.kind === 'log' && event.level === 'error' ? [event.problem] : []));

describe('a problem', () => {
  it('names the line of code that was run, with the functions on the way', () => {
    const code = 'function inner() {\n  return null.x;\n}\ninner();';
    expect(() => live.call('code.run', { code, name: 'mine.js' })).toThrow('null');
    expect(problems()).toEqual([
      {
        kind: 'script',
        file: 'mine.js',
        line: 2,
        column: expect.any(Number),
        stack: ['inner (mine.js:2)', '<script> (mine.js:4)'],
      },
    ]);
  });

  it('names the line of a hook that fails', () => {
    const signature = 'System.Void Worldwire.Health::Damage(System.Single)';
    live.call('hook.add', { type: 'Worldwire.Health', method: signature });
    live.call('hook.source.set', { signature, source: 'const a = 1;\nnothing();' });
    live.invoke(live.find('/Player'), 'Health', signature, 1);
    expect(problems()).toMatchObject([{ kind: 'script', file: 'hook', line: 2 }]);
  });

  it('names the file of a component that fails, without folders of the machine', () => {
    const rotator = live.runtime.world.get(live.find('/Arena/Turret')).component('Rotator');
    Object.defineProperty(rotator, 'step', {
      value: () => {
        throw new Error('stuck');
      },
    });
    live.frames(1);
    expect(problems()).toMatchObject([
      { kind: 'script', file: 'problems.test.ts', line: expect.any(Number) },
    ]);
  });

  it('has no place if what was thrown has none', () => {
    expect(() => live.call('code.run', { code: 'throw 7' })).toThrow('7');
    expect(problems()).toEqual([{ kind: 'script' }]);
  });
});
