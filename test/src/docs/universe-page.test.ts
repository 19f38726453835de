import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern } from '../harness.js';
import { range } from '../universe/command-reader.js';
import { startUniverse, type UniverseServer } from '../universe/universe-server.js';
import { ROOT } from './pages.js';

const page = readFileSync(join(ROOT, 'docs/universe.md'), 'utf8');
const ROW = /^\| ([^|`]+) \| `(\{[^`]+\})` \| ([\d,]+) \|$/gm;
const rows = [...page.matchAll(ROW)].map(
  ([, question, given, bytes]) =>
    [question as string, JSON.parse(given as string) as object, Number(bytes?.replaceAll(',', ''))] as const,
);

let server: UniverseServer;
beforeAll(async () => {
  server = await startUniverse({ limits: { jsonMembers: 200_000 } });
  const stars = range(1, 2_000).map(n => {
    return [`s${n}`, { name: `Star ${n}`, bodyType: 'star', mass: 1e30 + n * 1e26, radius: 7e5 }] as const;
  });
  await server.rest.create('many', { stars: Object.fromEntries(stars) });
  const planets = range(1, 5).map(n => ({
    type: 'addStar',
    id: `s777-${n}`,
    payload: {
      name: `Planet ${n}`,
      bodyType: 'planet',
      parentId: 's777',
      mass: n * 6e24,
      orbitalDistance: n * 1e8,
    },
  }));
  await server.rest.command('many', [
    ...planets,
    { type: 'updateStar', id: 's777', payload: { mass: 2e30 } },
  ]);
});
afterAll(() => server.close());

describe('docs/universe.md, "Asking for less"', () => {
  it('has a row for each kind of question', () => expect(rows.length).toBeGreaterThan(10));

  it.each(rows)('%s: %j, in at most %i bytes', async (_question, given, bytes) => {
    const { headers, body } = modern('tools/call', { name: 'get_universe_state', arguments: given });
    const { text } = await server.rest.post('/mcp', body, headers);
    const { result } = JSON.parse(text) as { result: { isError?: boolean; structuredContent: Answer } };
    expect(result.isError ?? false).toBe(false);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
    const { items, bodies, changes, summary, stars, picture } = result.structuredContent;
    const found = items ?? bodies ?? changes ?? (stars && Object.keys(stars)) ?? [summary ?? picture];
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toBeDefined();
  });
});

interface Answer {
  readonly items?: readonly unknown[];
  readonly bodies?: readonly unknown[];
  readonly changes?: readonly unknown[];
  readonly stars?: object;
  readonly summary?: object;
  readonly picture?: string;
}
