import { describe, expect, it } from 'vitest';
import { lookOf } from './shape-of.js';

describe('lookOf', () => {
  it('takes shape and colour from the summaries of components', () => {
    const components = [
      { Type: 'UnityEngine.MeshFilter', Summary: 'Cube' },
      { Type: 'UnityEngine.MeshRenderer', Summary: 'RGBA(0.600, 0.400, 0.200, 1.000)' },
    ];
    expect(lookOf(components)).toEqual({ shape: 'Cube', colour: [0.6, 0.4, 0.2, 1], kind: 'mesh' });
  });

  it('leaves out a mesh and a colour that it does not know', () => {
    const components = [
      { Type: 'UnityEngine.MeshFilter', Summary: 'constructor' },
      { Type: 'UnityEngine.MeshRenderer', Summary: 'RGBA(..., 1, 2, 3)' },
    ];
    expect(lookOf(components)).toEqual({ kind: 'mesh' });
  });

  it('knows lights and cameras', () => {
    expect(lookOf([{ Type: 'UnityEngine.Light', Summary: '' }]).kind).toBe('light');
    expect(lookOf([{ Type: 'Godot.Camera', Summary: '' }]).kind).toBe('camera');
  });
});
