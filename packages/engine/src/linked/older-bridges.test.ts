import { describe, expect, it } from 'vitest';
import { readHello } from './link-hello.js';
import { paramsFor } from './older-bridges.js';

const hello = (...capabilities: string[]) =>
  readHello({ name: 'Godot', version: '3', project: 'Game', capabilities }, () => 'minted');
const older = hello('object.list', 'member.write');
const newer = hello('object.list', 'member.write', 'object.filters', 'dryRun', 'view.focus');

describe('an older bridge', () => {
  it('gets no dry run, which it would carry out', () => {
    const write = { object: 'obj:1', type: 'T', name: 'n', value: 1 };
    expect(() => paramsFor(older, 'member.write', { ...write, dryRun: true })).toThrow(
      expect.objectContaining({
        kind: 'unsupported',
        message: 'the bridge of Godot does not support dry runs of member.write',
        hint: expect.stringContaining('update the bridge'),
      }),
    );
    expect(paramsFor(older, 'member.write', write)).toEqual(write);
    expect(paramsFor(older, 'member.write', { ...write, dryRun: false })).toEqual({
      ...write,
      dryRun: false,
    });
    expect(paramsFor(newer, 'member.write', { ...write, dryRun: true })).toEqual({ ...write, dryRun: true });
  });

  it('gets no focus of a picture, which it would ignore', () => {
    const params = { width: 64, focus: 'obj:1' };
    expect(() => paramsFor(older, 'view.capture', params)).toThrow(
      expect.objectContaining({ kind: 'unsupported', hint: expect.stringContaining('leave focus out') }),
    );
    expect(paramsFor(older, 'view.capture', { width: 64 })).toEqual({ width: 64 });
    expect(paramsFor(newer, 'view.capture', params)).toEqual(params);
  });

  it.each([
    { visible: true },
    { moving: false },
    { active: false },
    { near: { x: 0, y: 0, z: 0, radius: 1 } },
  ])('gets no filter that it would ignore: %j', filter => {
    const [name] = Object.keys(filter);
    expect(() => paramsFor(older, 'object.list', filter)).toThrow(`the filters ${name} of object.list`);
    expect(paramsFor(newer, 'object.list', filter)).toEqual(filter);
  });

  it('gets the filter for active objects that it knows, and fields, which it leaves out', () => {
    expect(paramsFor(older, 'object.list', { name: 'A', active: true, fields: ['position'] })).toEqual({
      name: 'A',
      activeOnly: true,
      fields: ['position'],
    });
    expect(paramsFor(older, 'object.get', { id: 'obj:1', fields: ['position'] })).toEqual({
      id: 'obj:1',
      fields: ['position'],
    });
  });

  it('is counted without its features', () => {
    expect([older.operations, newer.operations]).toEqual([2, 2]);
  });
});
