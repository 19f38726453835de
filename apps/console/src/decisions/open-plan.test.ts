import { describe, expect, it } from 'vitest';
import type { Approval, PlanItem, PlanPage } from '../api/operator.js';
import {
  approvalOf,
  blockedBy,
  listedPlan,
  partOf,
  sectionsOf,
  totalsText,
  unlistedText,
  withPage,
} from './open-plan.js';

const TOTALS = { removes: 2, overwrites: 1, changes: 0, adds: 1 };
const PLAN = {
  world: 'universe',
  tool: 'send_universe_command',
  access: 'write' as const,
  destructive: true,
  principal: 'nova',
  arguments: '{}',
  sentence: 'Removes two.',
  totals: TOTALS,
};
const ITEMS: readonly PlanItem[] = [
  { what: 'removes', subject: 'a' },
  { what: 'removes', subject: 'b' },
  { what: 'overwrites', subject: 'c' },
  { what: 'adds', subject: 'd' },
];
const WAITING: Approval = {
  ...PLAN,
  id: '1',
  at: '',
  expiresAt: '',
  position: 1,
  editable: true,
  decidable: true,
  items: ITEMS,
  digest: 'whole',
};
const { digest: _, ...NO_DIGEST } = WAITING;
const CUT: Approval = { ...NO_DIGEST, items: ITEMS.slice(0, 1), cut: { shown: 1, total: 4 } };
const FIRST: PlanPage = { ...PLAN, offset: 0, items: ITEMS.slice(0, 2), nextOffset: 2 };
const LAST: PlanPage = { ...PLAN, offset: 2, items: ITEMS.slice(2), digest: 'whole' };

describe('a plan that the list shows as a whole', () => {
  it('can be approved by its digest', () => {
    const open = listedPlan(WAITING);
    expect(blockedBy(open)).toBeUndefined();
    expect(approvalOf(open)).toEqual({ approve: true, digest: 'whole' });
    expect(approvalOf(open, 10)).toEqual({ approve: true, digest: 'whole', forMinutes: 10 });
  });
});

describe('a cut plan', () => {
  it('cannot be approved, and says how much of it is shown', () => {
    const open = listedPlan(CUT);
    expect(blockedBy(open)).toBe('1 of 4 changes are shown. Show all of them before you approve.');
    expect(() => approvalOf(open)).toThrow('1 of 4');
  });

  it('cannot be approved by a digest that came with a part of it', () => {
    expect(blockedBy(listedPlan({ ...CUT, digest: 'whole' }))).toBeDefined();
    expect(blockedBy(withPage(undefined, { ...FIRST, digest: 'whole' }))).toBeDefined();
  });

  it('can be approved when all pages were opened, in their order', () => {
    const first = withPage(listedPlan(CUT), FIRST);
    expect([first.items.length, first.count, first.nextOffset]).toEqual([2, 4, 2]);
    expect(blockedBy(first)).toContain('2 of 4');
    const all = withPage(first, LAST);
    expect(all.items).toEqual(ITEMS);
    expect(blockedBy(all)).toBeUndefined();
    expect(approvalOf(all)).toEqual({ approve: true, digest: 'whole' });
  });

  it('does not take a page that leaves something out', () => {
    const open = listedPlan(CUT);
    expect(withPage(open, LAST)).toBe(open);
    expect(withPage(open, { ...LAST, offset: 3, items: ITEMS.slice(3) })).toBe(open);
  });

  it('says what is only counted, which no page has', () => {
    const counted = withPage(undefined, { ...FIRST, unlisted: 1, totals: { ...TOTALS, adds: 2 } });
    expect(counted.count).toBe(4);
    expect(unlistedText(counted.plan)).toBe('1 more change is counted and not listed.');
    expect(unlistedText({ ...PLAN, unlisted: 20 })).toBe('20 more changes are counted and not listed.');
    expect(unlistedText(PLAN)).toBeUndefined();
  });
});

describe('a plan of other arguments', () => {
  const edit = { number: 1, given: { id: 'x' } };

  it('is approved with these arguments and its own digest', () => {
    const page = { ...FIRST, edit: 1, digest: 'other', nextOffset: undefined } as unknown as PlanPage;
    const { nextOffset: __, ...whole } = page;
    const open = withPage(undefined, whole, edit);
    expect(approvalOf(open)).toEqual({ approve: true, digest: 'other', arguments: { id: 'x' } });
  });

  it('keeps its arguments with further pages', () => {
    const open = withPage(withPage(undefined, { ...FIRST, edit: 1 }, edit), { ...LAST, edit: 1 });
    expect(open.edit).toEqual(edit);
  });
});

it('removals come first, whatever the order of the items is, and nothing is left out', () => {
  const { removals, others } = sectionsOf([...ITEMS].reverse());
  expect(removals.map(({ subject }) => subject)).toEqual(['b', 'a']);
  expect(others.map(({ subject }) => subject)).toEqual(['c', 'd']);
});

describe('a part of a plan', () => {
  const many: readonly PlanItem[] = [
    ...Array.from({ length: 1_500 }, (_, at) => ({ what: 'adds' as const, subject: `Lily ${at}` })),
    { what: 'removes', subject: 'Rose', before: { colour: 'red' } },
  ];

  it('is a page of it, removals first, and all pages together are the plan', () => {
    const parts = [0, 1].map(page => partOf(many, page));
    expect(parts[0]?.removals).toEqual([many[1_500]]);
    const all = parts.flatMap(({ removals, others }) => [...removals, ...others]);
    expect(new Set(all)).toEqual(new Set(many));
    expect(parts).toMatchObject([
      { found: 1_501, first: 1, last: 1_000, pages: 2 },
      { found: 1_501, first: 1_001, last: 1_501, pages: 2 },
    ]);
    expect(partOf(many, 7)).toEqual(parts[1]);
  });

  it('has a text in its subject or its values', () => {
    expect(partOf(many, 0, 'RED')).toMatchObject({ removals: [{ subject: 'Rose' }], others: [], found: 1 });
    expect(partOf(many, 3, 'lily 149')).toMatchObject({ found: 11, first: 1, last: 11, pages: 1 });
    expect(partOf(many, 0, 'tulip')).toMatchObject({ found: 0, first: 0, last: 0, pages: 1 });
  });
});

it('totals are in words, what is lost first', () => {
  expect(totalsText(TOTALS)).toBe('2 removed, 1 overwritten, 1 added.');
  expect(totalsText({ removes: 0, overwrites: 0, changes: 0, adds: 0 })).toBeUndefined();
});
