import { describe, expect, it } from 'vitest';
import type { Context, ElicitAnswer } from '../api/context.js';
import { confirmLarge, planDigest, requirePlan, undoLine } from './plans.js';

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
