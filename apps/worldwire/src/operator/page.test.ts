import type { PlannedEffect, WebAnswer } from '@worldwire/server';
import {
  Approvals,
  CredentialEnds,
  DEFAULT_LIMITS,
  Gates,
  Openings,
  type Plan,
  Principal,
  Rights,
} from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { operatorApi } from './operator-api.js';

const ANN = new Principal('ann', 'token', Rights.parse(['approve', 'operate']));
const MAX_ANSWER_BYTES = 64 * 1024;

interface Page {
  readonly approvals: readonly { readonly id: string; readonly digest: string }[];
  readonly total: number;
  readonly nextCursor?: string;
}

/** The operator's interface with many calls that wait. */
async function desk(count: number, size: number, effect?: PlannedEffect) {
  let minted = 0;
  const approvals = new Approvals({
    limits: DEFAULT_LIMITS,
    // Many of them begin to wait in the same millisecond.
    date: () => Math.floor(minted / 100),
    mintId: () => `id${String(++minted * 7919).slice(-4)}-${minted}`,
    record: () => {},
  });
  const plan: Plan = {
    world: 'lab',
    tool: 'write',
    access: 'write',
    destructive: false,
    principal: 'agent',
    arguments: 'é'.repeat(size),
    digest: 'd',
    ...(effect !== undefined && { effect }),
  };
  for (let n = 0; n < count; n++) {
    // Half of them are the share of one principal.
    const asked = { ...plan, principal: n % 2 === 0 ? 'agent' : 'other' };
    void approvals.request(asked, { signal: new AbortController().signal, moved() {} });
  }
  await new Promise(setImmediate);
  const serve = operatorApi({
    approvals,
    gates: new Gates(),
    openings: new Openings(() => 0, new CredentialEnds(() => 0)),
    audit: { refusal: undefined },
    log: { debug() {}, info() {}, warn() {}, error() {} },
    now: () => 0,
    date: () => 0,
    facts: () => ({ version: '', startedAt: 0, addresses: [], rules: new Map(), approver: 'operator' }),
    worlds: () => [],
    principals: () => [],
    usage: [],
    data: '',
    metrics: { render: () => '', contentType: 'text/plain' },
  });
  const page = async (query: Record<string, string>) => {
    const request = { method: 'GET', path: 'approvals', query: new URLSearchParams(query), body: undefined };
    const { body } = (await serve({ ...request, who: ANN })) as WebAnswer;
    expect(Buffer.byteLength(body as string)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    return JSON.parse(body as string) as Page;
  };
  const ask = async (path: string, query = '') => {
    const request = { method: 'GET', path, query: new URLSearchParams(query), body: undefined };
    return JSON.parse(((await serve({ ...request, who: ANN })) as WebAnswer).body as string);
  };
  return { approvals, page, ask };
}

describe('1,000 calls that wait', () => {
  it('are listed in pages of at most 64 KiB, each once', async () => {
    const { approvals, page } = await desk(1_000, 2_000);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const {
        approvals: items,
        total,
        nextCursor,
      } = await page({ limit: '1000', ...(cursor && { cursor }) });
      expect(total).toBe(1_000);
      seen.push(...items.map(({ id }) => id));
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(approvals.waiting.map(({ id }) => id).toSorted());
  });

  it('are each listed once also while some of them are decided', async () => {
    const { approvals, page } = await desk(1_000, 10);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { approvals: items, nextCursor } = await page({ limit: '200', ...(cursor && { cursor }) });
      for (const { id, digest } of items) await approvals.decide(id, { approve: true, digest }, ANN);
      seen.push(...items.map(({ id }) => id));
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(1_000);
    expect(approvals.size).toBe(0);
  });
});

describe('a plan', () => {
  const effectOf = (count: number): PlannedEffect => ({
    sentence: 'Removes much.',
    items: Array.from({ length: count }, (_, index) => ({ what: 'removes', subject: `Moon ${index}` })),
    totals: { removes: count + 5, overwrites: 0, changes: 0, adds: 0 },
  });

  it('that the list has whole is listed with its digest, and says how much it only counts', async () => {
    const { ask } = await desk(1, 10, effectOf(50));
    const [shown] = (await ask('approvals')).approvals;
    expect(shown).toMatchObject({ digest: 'd', sentence: 'Removes much.', unlisted: 5 });
    expect([shown.items.length, shown.cut, shown.whole]).toEqual([50, undefined, undefined]);
  });

  it('that the list cuts has its digest on the last page alone', async () => {
    const { ask } = await desk(1, 10, effectOf(1_200));
    const [shown] = (await ask('approvals')).approvals;
    expect(shown.cut).toEqual({ shown: 50, total: 1_200 });
    expect(shown).not.toHaveProperty('digest');
    const path = `approvals/${shown.id}/plan`;
    expect(shown.whole).toBe(`${path}?offset=0`);
    const first = await ask(path);
    expect(first).not.toHaveProperty('digest');
    expect((await ask(path, `offset=${first.nextOffset}`)).digest).toBe('d');
  });

  it('of 20,002 changes has each of them on one of its pages', async () => {
    const { ask } = await desk(1, 10, effectOf(20_002));
    const [shown] = (await ask('approvals')).approvals;
    expect([shown.cut, shown.totals.removes]).toEqual([{ shown: 50, total: 20_002 }, 20_007]);
    const seen: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page = await ask(`approvals/${shown.id}/plan`, `offset=${offset}`);
      expect([page.total, page.unlisted]).toEqual([20_007, 5]);
      seen.push(...page.items.map(({ subject }: { subject: string }) => subject));
      offset = page.nextOffset;
      expect(page.digest).toBe(offset === undefined ? 'd' : undefined);
    }
    expect(seen.join()).toBe(Array.from({ length: 20_002 }, (_, index) => `Moon ${index}`).join());
  });
});
