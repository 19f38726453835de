import { Principal, Rights } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { operatedWorld, requireOperate, worldsOf } from './access.js';
import type { OperatedWorld } from './operated.js';

const host = {
  date: () => 0,
  worlds: () => [{ name: 'universe' }, { name: 'unity' }] as OperatedWorld[],
};

function holder(...rights: readonly string[]): Principal {
  return new Principal('ann', 'token', Rights.parse(rights));
}

function names(who: Principal): readonly string[] {
  return worldsOf(host, who, 'operate').map(({ name }) => name);
}

describe('the worlds that a principal operates', () => {
  it('are all of them, or those that its rights name', () => {
    expect(names(holder('operate'))).toEqual(['universe', 'unity']);
    expect(names(holder('unity:operate'))).toEqual(['unity']);
  });

  it.each([[[]], [['eval', 'approve']], [['elsewhere:operate']]])(
    'are refused with the rights %j',
    rights => {
      expect(() => names(holder(...rights))).toThrow('needs the right operate');
    },
  );
});

describe('an action', () => {
  it('on a world needs the right in that world, and on all worlds the right in all', () => {
    expect(() => requireOperate(host, holder('operate'))).not.toThrow();
    expect(() => requireOperate(host, holder('unity:operate'), 'unity')).not.toThrow();
    expect(() => requireOperate(host, holder('unity:operate'), 'universe')).toThrow('universe:operate');
    expect(() => requireOperate(host, holder('unity:operate'))).toThrow('needs the right operate');
    expect(() => requireOperate(host, holder('eval', 'approve'))).toThrow('needs the right operate');
  });

  it('names the worlds where it names another', () => {
    expect(operatedWorld(host, holder('operate'), 'unity').name).toBe('unity');
    expect(() => operatedWorld(host, holder('operate'), 'unitty')).toThrow('No world "unitty"');
    expect(() => operatedWorld(host, holder('unity:operate'), 'universe')).toThrow('universe:operate');
    expect(() => operatedWorld(host, holder('read'), 'unity')).toThrow('needs the right operate');
  });

  it('is refused after the credential has expired', () => {
    const expired = new Principal('ann', 'token', Rights.parse(['operate']), -1);
    expect(() => requireOperate(host, expired)).toThrow('needs the right operate');
  });
});
