import { describe, expect, it } from 'vitest';
import type { Sources } from '../sources/sources.js';
import { fittingLog } from './log-page.js';

describe('a page of the log', () => {
  it('masks what looks like a credential, and keeps the rest', async () => {
    const lines = [
      { text: 'login password=hunter2 user=ann' },
      { text: 'Authorization: Bearer hunter2hunter2' },
      { text: 'opened /Game/Doors/BP_Door' },
    ];
    const sources = { read: async () => ({ value: { lines } }) } as unknown as Sources;
    const { value } = await fittingLog(sources, { lines: 9 }, {} as never, 10_000);
    expect(value.lines.map(({ text }) => text)).toEqual([
      'login password=*** user=ann',
      'Authorization: ***',
      'opened /Game/Doors/BP_Door',
    ]);
  });
});
