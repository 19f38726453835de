import { describe, expect, it } from 'vitest';
import { Scopes } from './scopes.js';

describe('scopes by default', () => {
  const scopes = new Scopes();

  it('are rights in all worlds or in one', () => {
    expect(scopes.rightsOf(['worldwire:read', 'worldwire:universe:write']).words).toEqual([
      'read',
      'universe:write',
    ]);
  });

  it.each([
    'read',
    'worldwire',
    'worldwire:',
    'worldwire:all',
    'Worldwire:read',
    'worldwire:universe:all',
    'worldwire:universe:write:Set*',
    'worldwire::write',
    'worldwire:write:eval',
    'worldwire:a:b:eval',
    'xworldwire:eval',
    'openid',
    '',
  ])('of the form "%s" give no right', scope => {
    expect(scopes.rightsOf([scope]).words).toEqual([]);
  });

  it('are named for the world and the right', () => {
    expect(scopes.scopesOf(['read', 'write'], 'unity')).toEqual([
      'worldwire:unity:read',
      'worldwire:unity:write',
    ]);
  });

  it('that are named give the right that they are named for', () => {
    const scope = scopes.scopeOf('eval', 'my-world.2');
    expect(scopes.rightsOf([scope as string]).has('eval', 'my-world.2')).toBe(true);
    expect(scopes.rightsOf([scope as string]).has('eval', 'other')).toBe(false);
  });
});

describe('configured scopes', () => {
  const scopes = new Scopes({
    admin: ['eval', 'operate'],
    edit: ['universe:write', 'unity:read'],
    view: ['read'],
    'view:universe': ['universe:read'],
  });

  it('replace the default', () => {
    expect(scopes.rightsOf(['edit', 'worldwire:eval']).words).toEqual(['universe:write', 'unity:read']);
  });

  it('are named by the narrowest that gives the right', () => {
    expect(scopes.scopeOf('read', 'universe')).toBe('view:universe');
    expect(scopes.scopeOf('read', 'unreal')).toBe('view');
    expect(scopes.scopeOf('write', 'universe')).toBe('edit');
    expect(scopes.scopeOf('write', 'unity')).toBe('admin');
    expect(scopes.scopeOf('approve', 'unity')).toBeUndefined();
  });

  it('with a wrong right or name are refused with the word', () => {
    expect(() => new Scopes({ x: ['wriet'] })).toThrow('"wriet" is not a right. Did you mean write?');
    expect(() => new Scopes({ 'a b': ['read'] })).toThrow('"a b" is not a scope');
    expect(() => new Scopes({ 'a"b': ['read'] })).toThrow('is not a scope');
  });

  it('named like members of every object give no right', () => {
    expect(scopes.rightsOf(['constructor', '__proto__', 'toString']).words).toEqual([]);
  });
});
