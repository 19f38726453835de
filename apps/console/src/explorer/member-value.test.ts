import { describe, expect, it } from 'vitest';
import { colourOf, editorOf, hexOf, parseNumber, shortNumber, shortType } from './member-value.js';

describe('editorOf', () => {
  it('chooses by type and value', () => {
    expect(editorOf('System.Boolean', true)).toEqual({ kind: 'boolean' });
    expect(editorOf('System.Int32', 3)).toEqual({ kind: 'number', whole: true });
    expect(editorOf('System.Single', 3)).toEqual({ kind: 'number', whole: false });
    expect(editorOf('UnityEngine.LightType', 'Spot')).toEqual({ kind: 'text' });
    expect(editorOf('UnityEngine.Vector3', { x: 1, y: 2, z: 3 })).toEqual({
      kind: 'parts',
      parts: ['x', 'y', 'z'],
    });
    expect(editorOf('UnityEngine.Color', { r: 1, g: 0, b: 0, a: 1 })).toEqual({ kind: 'colour' });
  });

  it('has no editor for references, lists and large values', () => {
    expect(editorOf('UnityEngine.Transform', 'obj:12')).toEqual({ kind: 'none' });
    expect(editorOf('System.Int32[]', [1, 2])).toEqual({ kind: 'none' });
    expect(editorOf('System.Object', undefined)).toEqual({ kind: 'none' });
    expect(editorOf('X', { a: 'text' })).toEqual({ kind: 'none' });
  });

  it('edits a number that is not finite, which JSON has as null', () => {
    expect(editorOf('System.Single', null)).toEqual({ kind: 'number', whole: false });
  });
});

describe('parseNumber', () => {
  it('takes a decimal comma', () => {
    expect(parseNumber(' 1,5 ', 0, false)).toEqual({ ok: true, value: 1.5 });
  });

  it('changes the value before', () => {
    expect(parseNumber('+=2', 3, false)).toEqual({ ok: true, value: 5 });
    expect(parseNumber('* 4', 3, false)).toEqual({ ok: true, value: 12 });
    expect(parseNumber('-2', 3, false)).toEqual({ ok: true, value: -2 });
  });

  it('refuses what is not a number, infinity, and parts of whole numbers', () => {
    expect(parseNumber('', 0, false).ok).toBe(false);
    expect(parseNumber('abc', 0, false).ok).toBe(false);
    expect(parseNumber('1e999', 0, false).ok).toBe(false);
    expect(parseNumber('/0', 1, false).ok).toBe(false);
    expect(parseNumber('1.5', 0, true).ok).toBe(false);
  });
});

describe('colours', () => {
  it('go to the form of the browser and back, and keep alpha', () => {
    expect(hexOf({ r: 1, g: 0.5, b: 0 })).toBe('#ff8000');
    expect(hexOf({ r: 7, g: -1, b: Number.NaN })).toBe('#ff0000');
    expect(colourOf('#ff0033', { r: 0, g: 0, b: 0, a: 0.4 })).toEqual({ r: 1, g: 0, b: 0.2, a: 0.4 });
  });
});

describe('texts', () => {
  it('shows 32-bit floats without their noise', () => {
    expect(shortNumber(0.10000000149011612)).toBe('0.1');
    expect(shortNumber(-0)).toBe('0');
  });

  it('shortens names of types', () => {
    expect(shortType('UnityEngine.Transform')).toBe('Transform');
    expect(shortType('odd.')).toBe('odd.');
  });
});
