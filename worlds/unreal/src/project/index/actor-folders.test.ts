import { describe, expect, it } from 'vitest';
import { folderPaths } from './actor-folders.js';

describe('folderPaths', () => {
  it('names a folder with its parents', () => {
    const paths = folderPaths([
      { id: 'B', label: 'Street', parent: 'A' },
      { id: 'A', label: 'Lights' },
      { id: 'C', label: 'Lost', parent: 'missing' },
    ]);
    expect([...paths]).toEqual([
      ['B', 'Lights/Street'],
      ['A', 'Lights'],
      ['C', 'Lost'],
    ]);
  });

  it('ends at a cycle', () => {
    const paths = folderPaths([
      { id: 'A', label: 'a', parent: 'B' },
      { id: 'B', label: 'b', parent: 'A' },
    ]);
    expect(paths.get('A')?.length).toBeLessThan(100);
  });

  it('leaves out a folder that was removed, which keeps its children', () => {
    const paths = folderPaths([
      { id: 'A', label: 'Lights' },
      { id: 'B', label: '', parent: 'A' },
      { id: 'C', label: 'Street', parent: 'B' },
    ]);
    expect(paths.get('C')).toBe('Lights/Street');
  });
});
