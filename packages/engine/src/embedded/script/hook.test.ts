import { beforeEach, describe, expect, it } from 'vitest';
import { LiveScene } from '../../testing/live-scene.js';
import { setActive } from '../components/game-object-type.js';

const SIGNATURE = 'System.Void Worldwire.Health::Damage(System.Single)';
const HEAL = 'System.Single Worldwire.Health::Heal(System.Single)';
let live: LiveScene;
let player: string;
const call: LiveScene['call'] = (name, params) => live.call(name, params);
const damage = (points: number) => live.invoke(player, 'Health', 'Damage', points);
const current = () => live.read(player, 'Health', 'current').json;
const errors = () => live.logs('error');

beforeEach(() => {
  live = new LiveScene('Arena');
  player = live.find('Player');
  return () => {
    for (const { signature } of call('hook.list', {}).items) call('hook.remove', { signature });
  };
});

function patch(source: string, signature = SIGNATURE): void {
  call('hook.add', { type: 'Worldwire.Health', method: signature });
  call('hook.source.set', { signature, source });
}

describe('a hook', () => {
  it('restores the original function', () => {
    const before = setActive.implementation;
    const { signature } = call('hook.add', { type: 'UnityEngine.GameObject', method: 'SetActive' });
    expect(signature).toBe('System.Void UnityEngine.GameObject::SetActive(System.Boolean)');
    expect(setActive.implementation).not.toBe(before);
    call('object.activate', { id: player, active: false });
    expect(call('hook.remove', { signature }).calls).toBe(1);
    expect(setActive.implementation).toBe(before);
  });

  it('leaves the method unchanged while it is disabled', () => {
    const before = setActive.implementation;
    const { signature } = call('hook.add', { type: 'UnityEngine.GameObject', method: 'SetActive' });
    call('hook.enable', { signature, enabled: false });
    expect(setActive.implementation).toBe(before);
  });

  it('sees the calls that the loop makes', () => {
    const { signature } = call('hook.add', { type: 'Worldwire.Rotator', method: 'Update' });
    live.frames(5);
    expect(call('hook.list', {}).items).toEqual([{ signature, enabled: true, calls: 5 }]);
  });

  it('needs the signature where a name has overloads', () => {
    expect(() => call('hook.add', { type: 'Worldwire.Health', method: 'Damage' })).toThrow(/2 methods/);
  });

  it('runs its source in place of the method, with the method at hand', () => {
    patch('return original(args[0] * 2);');
    damage(10);
    expect(current()).toBe(80);
    call('hook.source.set', { signature: SIGNATURE, source: '(self, args, original) => {}' });
    damage(10);
    expect(current()).toBe(80);
  });

  it('knows whose method it is', () => {
    patch('self.maximum = 500; console.log(self.gameObject.name); original();');
    damage(10);
    expect(current()).toBe(90);
    expect(call('member.read', { object: player, type: 'Health', name: 'maximum' }).json).toBe(500);
    expect(live.logs('info')).toContain('Player');
  });

  it('gives what the source gives, where it fits', () => {
    patch('original(args[0]); return 7;', HEAL);
    const heal = () => call('method.call', { object: player, type: 'Health', name: 'Heal', args: [1] });
    expect(heal().json).toBe(7);
    call('hook.source.set', { signature: HEAL, source: 'original(); return "much";' });
    expect(heal().json).toBe(100);
    expect(errors()).toHaveLength(1);
  });

  it('falls back to the method when its source throws, and does not do it twice', () => {
    patch('throw new Error("no");');
    damage(10);
    expect(current()).toBe(90);
    expect(errors()).toHaveLength(1);
    call('hook.source.set', { signature: SIGNATURE, source: 'original(1); throw new Error("late");' });
    damage(10);
    expect(current()).toBe(89);
  });

  it('is disabled when its source does not end', () => {
    patch('for (;;) {}');
    damage(10);
    expect(current()).toBe(90);
    expect(call('hook.list', {}).items[0]?.enabled).toBe(false);
    expect(errors()).toHaveLength(1);
  });

  it('survives a source that calls its own method', () => {
    patch('self.Damage(args[0]);');
    damage(1);
    expect(current()).toBe(99);
  });

  it('keeps its source when the next one does not compile', () => {
    patch('return original();');
    const set = (source: string) => () => call('hook.source.set', { signature: SIGNATURE, source });
    expect(set('this is not code')).toThrow();
    expect(set('import("node:fs")')).toThrow(/import/);
    expect(call('hook.source.get', { signature: SIGNATURE }).source).toBe('return original();');
  });
});
