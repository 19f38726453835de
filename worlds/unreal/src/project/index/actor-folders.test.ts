import { describe, expect, it } from 'vitest';
import { FolderPaths } from './actor-folders.js';

describe('the paths of folders', () => {
  it('have the names of the parents', () => {
    const paths = new FolderPaths([
      { id: 'B', label: 'Street', parent: 'A' },
      { id: 'A', label: 'Lights' },
      { id: 'C', label: 'Lost', parent: 'missing' },
    ]);
    expect(['A', 'B', 'C', 'D'].map(id => paths.get(id))).toEqual([
      'Lights',
      'Lights/Street',
      'Lost',
      undefined,
    ]);
  });

  it('end at a cycle', () => {
    const paths = new FolderPaths([
      { id: 'A', label: 'a', parent: 'B' },
      { id: 'B', label: 'b', parent: 'A' },
    ]);
    expect(paths.get('A')?.length).toBeLessThan(100);
  });

  it('leave out a folder that was removed, which keeps its children', () => {
    const paths = new FolderPaths([
      { id: 'A', label: 'Lights' },
      { id: 'B', label: '', parent: 'A' },
      { id: 'C', label: 'Street', parent: 'B' },
    ]);
    expect(paths.get('C')).toBe('Lights/Street');
  });

  it('are cut where they are long', () => {
    const nested = Array.from({ length: 40 }, (_, i) => ({
      id: `${i}`,
      label: 'x'.repeat(500),
      parent: `${i - 1}`,
    }));
    expect(new FolderPaths(nested).get('39')).toHaveLength(1_000);
  });

  it('are not known for more folders than a level has', () => {
    const many = Array.from({ length: 20_001 }, (_, i) => ({ id: `${i}`, label: 'x' }));
    const paths = new FolderPaths(many);
    expect([paths.get('19999'), paths.get('20000')]).toEqual(['x', undefined]);
  });
});
