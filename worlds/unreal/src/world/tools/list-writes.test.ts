import { describe, expect, it } from 'vitest';
import { DOOR, Stage } from '../stage.test.js';

const OPEN = { object: DOOR, property: 'bOpen', value: true };

interface Listed {
  readonly items: readonly { readonly revision: number; readonly undoneBy?: number }[];
  readonly nextCursor?: string;
}

describe('list_writes', () => {
  it('has the object, the values, the outcome, the principal and the undo of each write', async () => {
    const stage = await Stage.open();
    await stage.call('set_property', OPEN, { principal: 'bob' });
    await stage.fail('destroy_actor', { path: `${DOOR}_none` });
    await stage.call('undo_write', { revision: 2 });
    expect(await stage.call('list_writes')).toEqual({
      items: [
        { revision: 6, tool: 'undo_write', before: true, after: false, outcome: 'done', by: 'ann' },
        {
          revision: 4,
          tool: 'destroy_actor',
          object: `${DOOR}_none`,
          before: null,
          after: null,
          outcome: 'failed',
          by: 'ann',
        },
        {
          revision: 2,
          tool: 'set_property',
          object: DOOR,
          property: 'bOpen',
          before: false,
          after: true,
          outcome: 'done',
          by: 'bob',
          undoneBy: 6,
        },
      ],
      returned: 3,
      provenance: 'live',
      revision: 6,
    });
  });

  it('has pages, each write once, and only those after a revision', async () => {
    const stage = await Stage.open();
    for (let nth = 0; nth < 70; nth++) await stage.call('log_message', { message: `line ${nth}` });
    const seen: number[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const page: Listed = await stage.call('list_writes', {
        since: 20,
        limit: 25,
        ...(cursor && { cursor }),
      });
      expect(page.items.length).toBeGreaterThan(0);
      seen.push(...page.items.map(({ revision }) => revision));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => 140 - 2 * index));
  });

  it('shortens the values and fits into the answer', async () => {
    const stage = await Stage.open();
    for (let nth = 0; nth < 30; nth++) {
      await stage.call('set_property', { ...OPEN, property: 'Text', value: `${nth}${'x'.repeat(3_000)}` });
    }
    const page = await stage.call<Listed>('list_writes', { limit: 200, maxBytes: 8_000 });
    expect(JSON.stringify(page).length).toBeLessThan(4_000);
    expect(page.items.length).toBeGreaterThan(2);
    expect(page.nextCursor).toBe(String(page.items.at(-1)?.revision));
  });

  it('is named by the instructions, and by the errors about a revision', async () => {
    const stage = await Stage.open();
    await stage.call('set_property', OPEN);
    expect(stage.unreal.world.instructions).toContain('list_writes');
    for (const [tool, args] of [
      ['undo_write', {}],
      ['undo_write', { revision: 99 }],
      ['undo_write', { since: 2 }],
      ['set_property', { ...OPEN, ifRevision: 99 }],
    ] as const) {
      const text = await stage.fail(tool, args);
      expect(text).toContain('list_writes');
      expect(text).not.toContain('unreal://journal');
    }
  });
});
