import { describe, expect, it } from 'vitest';
import type { Context, ElicitAnswer } from '../api/context.js';
import { countItems } from '../api/planned-effect.js';
import { confirmLarge, isAccepted, planDigest, requirePlan, undoLine } from './plans.js';

type Asked = Pick<Context, 'operation' | 'client' | 'revision' | 'elicit'>;

function context(
  action: ElicitAnswer['action'] | undefined,
  operation: Context['operation'] = {},
): Asked & { readonly questions: string[] } {
  const questions: string[] = [];
  return {
    questions,
    operation,
    revision: '2025-06-18',
    client: {
      name: undefined,
      version: undefined,
      capabilities: action === undefined ? {} : { elicitation: {} },
    },
    elicit: async (_key, { message }) => {
      questions.push(message);
      return action === 'accept' ? { action, content: {} } : { action: action ?? 'cancel' };
    },
  };
}

const message = 'Delete Turret (Arena/Turret, 32 descendants)?';

describe('a plan', () => {
  it('has a digest that does not depend on the order of keys', () => {
    expect(planDigest(['move', { x: 1, y: 2 }])).toBe(planDigest(['move', { y: 2, x: 1 }]));
    expect(planDigest(['move', { x: 1 }])).not.toBe(planDigest(['move', { x: 2 }]));
    expect(planDigest({})).toMatch(/^[\w-]{22}$/);
  });

  it('is applied where no plan or the same plan is expected, and refused otherwise', () => {
    expect(() => requirePlan(undefined, 'a')).not.toThrow();
    expect(() => requirePlan('a', 'a')).not.toThrow();
    expect(() => requirePlan('a', 'b')).toThrow('differs from the plan');
  });

  it('is undone by a call on one line', () => {
    expect(undoLine('UndoWrite', { id: 12 })).toBe('UndoWrite {"id":12}');
  });
});

describe('a large deletion', () => {
  it('passes without a question for a caller who has seen its plan', async () => {
    const asked = context('decline', { expectDigest: 'd' });
    await confirmLarge(asked, { message, digest: 'd' });
    expect(asked.questions).toEqual([]);
  });

  it('passes if the person accepts, and not if the person declines', async () => {
    const asked = context('accept');
    await confirmLarge(asked, { message, digest: 'd' });
    expect(asked.questions).toEqual([message]);
    await expect(confirmLarge(context('decline'), { message, digest: 'd' })).rejects.toMatchObject({
      kind: 'PermissionDenied',
    });
  });

  it('shows every removal in its questions, and passes when all are accepted', async () => {
    const items = Array.from({ length: 400 }, (_, at) => ({
      what: 'removes' as const,
      subject: `Moon ${at}`,
    }));
    const effect = { sentence: 'Removes moons.', items, totals: countItems(items) };
    const asked = context('accept');
    await confirmLarge(asked, { message, digest: 'd', effect });
    expect(asked.questions.length).toBeGreaterThan(1);
    const lines = asked.questions.join('\n').split('\n');
    expect(items.every(({ subject }) => lines.includes(`removes ${subject}`))).toBe(true);
    const declined = context('decline');
    await expect(confirmLarge(declined, { message, digest: 'd', effect })).rejects.toThrow('declined');
    expect(declined.questions).toHaveLength(1);
  });

  it('asks each part under a key of its own, and stops at the first that is declined', async () => {
    const keys: string[] = [];
    const elicit = async (key: string) => {
      keys.push(key);
      return keys.length === 2
        ? ({ action: 'decline' } as const)
        : { action: 'accept' as const, content: {} };
    };
    expect(await isAccepted({ elicit }, 'k', ['a', 'b', 'c'])).toBe(false);
    expect(keys).toEqual(['k', 'k-2']);
  });

  it('needs a dry run if a person cannot be shown all of it', async () => {
    const items = Array.from({ length: 9_000 }, (_, at) => ({
      what: 'removes' as const,
      subject: `Moon ${at}`,
    }));
    const effect = { sentence: 'Removes moons.', items, totals: countItems(items) };
    const asked = context('accept');
    await expect(confirmLarge(asked, { message, digest: 'd', effect })).rejects.toMatchObject({
      kind: 'Conflict',
      hint: expect.stringContaining('dryRun: true'),
    });
    expect(asked.questions).toEqual([]);
  });

  it.each([{}, { expectDigest: 'other' }])(
    'needs a dry run if the client cannot ask a person (%j)',
    async operation => {
      await expect(
        confirmLarge(context(undefined, operation), { message, digest: 'd' }),
      ).rejects.toMatchObject({
        kind: 'Conflict',
        hint: expect.stringContaining('dryRun: true'),
      });
    },
  );
});
