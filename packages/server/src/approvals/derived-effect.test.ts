import type { JsonObject } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { tool } from '../api/tool.js';
import { derivedEffect, isComplete } from './derived-effect.js';
import { keptEffect } from './kept-effect.js';

const TOOL = tool({
  name: 'set_value',
  title: 'Set a value',
  description: 'Sets.',
  access: 'write',
  call: () => '',
});

const effectOf = (dry: JsonObject, args: JsonObject = {}) => derivedEffect(TOOL, args, dry);

describe('the effect by the fields of a dry run', () => {
  it('of a destroyed object names it and counts what is below it', () => {
    const before = { Id: 'obj:12', Name: 'Turret', Path: '/Arena/Turret' };
    expect(effectOf({ before, after: null, descendants: 32, undo: 'none: it is gone.' })).toMatchObject({
      sentence: 'Deletes Turret and 32 objects below it.',
      items: [{ what: 'removes', subject: 'Turret (/Arena/Turret)' }],
      totals: { removes: 33 },
      undo: 'none: it is gone.',
      note: '32 objects below are not named.',
    });
    expect(effectOf({ before, after: null, descendants: 1 })?.sentence).toBe(
      'Deletes Turret and 1 object below it.',
    );
  });

  it('of a value says both values and the arguments that name it', () => {
    const effect = effectOf({ before: 1, after: 2 }, { object: 'Door', property: 'Angle', value: 2 });
    expect(effect).toMatchObject({
      sentence: 'Overwrites 1 with 2: Set a value (object Door, property Angle).',
      totals: { removes: 0, overwrites: 1, changes: 0, adds: 0 },
    });
    const added = effectOf({ before: null, after: 2 });
    expect([added?.sentence, added?.totals.adds]).toEqual(['Adds 2: Set a value.', 1]);
    const emptied = effectOf({ before: 'obj:3', after: null }, { object: 'Door' });
    expect(emptied).toMatchObject({
      sentence: 'Overwrites "obj:3" with null: Set a value (object Door).',
      totals: { removes: 0, overwrites: 1 },
    });
    expect(effectOf({ before: 2, after: 2 })?.sentence).toBe('Changes nothing.');
  });

  it('lists what else changes, and says how many changes it does not name', () => {
    const dry = {
      before: { 'stars/a': { mass: 1 }, 'stars/b': { name: 'B' } },
      after: { 'stars/a': { mass: 2 }, 'stars/b': null },
      also: ['-stars/c (C)', '+stars/d', 'stars/e'],
      changeCount: 12,
    };
    const effect = effectOf(dry);
    expect(effect).toMatchObject({
      sentence: 'Deletes 2, overwrites 2, changes 7, adds 1.',
      totals: { removes: 2, overwrites: 2, changes: 7, adds: 1 },
      note: '7 further changes are not named: this plan is not complete.',
    });
    expect(effect && isComplete(dry, effect)).toBe(false);
    expect(effect && keptEffect(effect).items.map(({ what }) => what)).toEqual([
      'removes',
      'removes',
      'overwrites',
      'overwrites',
      'adds',
    ]);
  });

  it('of a dry run without values is not known, and says what the tool notes', () => {
    const dry = { before: null, after: null, note: 'A method may do anything.' };
    const effect = effectOf(dry, { method: 'Clear' });
    expect(effect).toMatchObject({
      sentence: 'It is not known what Set a value (method Clear) changes.',
      items: [],
      note: 'A method may do anything.',
    });
    expect(effect && isComplete(dry, effect)).toBe(false);
  });

  it('of equal values is not known if the tool notes that it is not', () => {
    const dry = { before: { paused: true }, after: { paused: true }, note: 'The frames are not known.' };
    const effect = effectOf(dry);
    expect(effect?.sentence).toBe('It is not known what Set a value changes.');
    expect(effect && isComplete(dry, effect)).toBe(false);
  });

  it('of values that are cut to the same text is not known', () => {
    const dry = { before: 'aaaa…', after: 'aaaa…', shortened: true };
    const effect = effectOf(dry);
    expect(effect?.sentence).toBe('It is not known what Set a value changes.');
    expect(effect && isComplete(dry, effect)).toBe(false);
  });

  it('of values that are cut does not tell whether something is lost', () => {
    const dry = { before: { first: null }, after: { first: 1 }, shortened: true };
    const effect = effectOf(dry);
    expect(effect?.totals).toMatchObject({ removes: 0, overwrites: 0, adds: 1 });
    expect(effect && isComplete(dry, effect)).toBe(false);
  });

  it('is unknown without these fields', () => {
    expect(effectOf({ dryRun: true, digest: 'd' })).toBeUndefined();
  });
});
