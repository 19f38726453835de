import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLogLine } from './log-line.js';

describe('a line of a log', () => {
  it.each([
    [
      '[2024.05.01-12.34.56:789][ 42]LogTemp: Warning: Low: health',
      { at: '2024-05-01T12:34:56.789Z', category: 'LogTemp', verbosity: 'Warning', text: 'Low: health' },
    ],
    [
      '[2024.05.01-12.34.56:789][  0]LogInit: Build: ++UE5',
      { at: '2024-05-01T12:34:56.789Z', category: 'LogInit', verbosity: 'Log', text: 'Build: ++UE5' },
    ],
    ['LogPaths: Display: here', { category: 'LogPaths', verbosity: 'Display', text: 'here' }],
    ['Note: of somebody', { text: 'Note: of somebody' }],
    ['Log file open, 05/01/24 12:34:56', { text: 'Log file open, 05/01/24 12:34:56' }],
    [
      '[2024.05.01-12.34.56:789][  1]MyGame: Error: no',
      { at: '2024-05-01T12:34:56.789Z', category: 'MyGame', verbosity: 'Error', text: 'no' },
    ],
    ['[2024.13.41-12.34.56:789][  1]LogX: hi', { category: 'LogX', verbosity: 'Log', text: 'hi' }],
    ['', { text: '' }],
  ])('%j', (line, parsed) => {
    expect(parseLogLine(line)).toEqual(parsed);
  });

  it('keeps its whole text', () => {
    fc.assert(
      fc.property(fc.string(), line => {
        expect(line.endsWith(parseLogLine(line).text)).toBe(true);
      }),
    );
  });
});
