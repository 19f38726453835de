import { describe, expect, it } from 'vitest';
import { Principal } from './principal.js';
import { RIGHTS, Rights } from './rights.js';

describe('rights', () => {
  it.each([
    [['read'], 'read', 'universe', undefined, true],
    [['read'], 'write', 'universe', undefined, false],
    [['write'], 'read', 'unity', 'GetConfig', true],
    [['eval'], 'write', 'unity', undefined, true],
    [['eval'], 'operate', undefined, undefined, false],
    [['operate'], 'read', 'universe', undefined, false],
    [['operate'], 'approve', undefined, undefined, false],
    [['universe:write'], 'write', 'universe', undefined, true],
    [['universe:write'], 'write', 'unity', undefined, false],
    [['universe:write'], 'read', 'unity', undefined, false],
    [['universe:operate'], 'operate', undefined, undefined, false],
    [['universe:approve'], 'approve', 'universe', undefined, true],
    [['unity:write:Set*'], 'write', 'unity', 'SetActive', true],
    [['unity:write:Set*'], 'read', 'unity', 'SetActive', true],
    [['unity:write:Set*'], 'write', 'unity', 'DestroyObject', false],
    [['unity:write:Set*'], 'write', 'unity', 'ReSetActive', false],
    [['unity:write:Set*'], 'read', 'unity', undefined, false],
    [['write:move_actor,spawn*'], 'write', 'unreal', 'spawn_actor', true],
    [['write:a.b'], 'write', 'unreal', 'aXb', false],
    [[], 'read', 'universe', undefined, false],
  ] as const)('%j: %s in %s for %s is %s', (words, right, world, tool, allowed) => {
    expect(Rights.parse(words).has(right, world, tool)).toBe(allowed);
  });

  it('are written as the words they were read from', () => {
    const words = ['write', 'approve', 'unity:eval', 'unreal:read:list_*'];
    expect(Rights.parse(words).words).toEqual(words);
    expect(Rights.parse(['read', 'eval']).words).toEqual(['eval']);
  });

  it.each([
    '',
    'wrte',
    'universe',
    'universe:',
    ':write',
    'unity:write:',
    'unity:write:Set*:x',
    'unity:write:a b',
  ])('"%s" is refused with the form of a right', word => {
    expect(() => Rights.parse(['read', word])).toThrow(/is not a right|invalid tool name/);
    expect(() => Rights.parse(['read', word])).toThrow(/universe:write/);
  });

  it('that steer the server are not narrowed to tools', () => {
    expect(() => Rights.parse(['unity:approve:Set*'])).toThrow('cannot be narrowed');
  });

  it('of a token without rights allow every call, and neither operate nor approve', () => {
    const held = RIGHTS.filter(right => Rights.CALLS.has(right, 'universe', 'tick'));
    expect(held).toEqual(['read', 'write', 'eval']);
  });
});

describe('a principal', () => {
  it('has no rights after its credential has expired', () => {
    const principal = new Principal('ann', 'token', Rights.CALLS, 1_000);
    expect(principal.rights(() => 999).has('read', 'universe')).toBe(true);
    expect(principal.rights(() => 1_000).has('read', 'universe')).toBe(false);
  });

  it('has its new rights at once when they are changed', () => {
    const principal = new Principal('ann', 'token', Rights.CALLS);
    principal.update(Rights.parse(['read']));
    expect(principal.rights(() => 0).has('write', 'universe')).toBe(false);
  });
});
