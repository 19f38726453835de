import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../api/operator.js';
import { isRefused, MAX_SPANS, Spans } from './spans.js';

function record(id: string, rest: Partial<AuditRecord> = {}): AuditRecord {
  return {
    chain: 'audit',
    seq: 1,
    at: '2026-11-18T01:00:00.000Z',
    id,
    world: 'unity',
    principal: 'claude',
    tool: 'SetMember',
    ...rest,
  };
}

describe('spans', () => {
  it('last from the intent to the outcome', () => {
    const spans = new Spans();
    spans.add([record('1')]);
    expect(spans.list()).toMatchObject([{ id: '1', what: 'SetMember', caller: 'claude' }]);
    spans.add([record('2', { client: 'codex', at: '2026-11-18T02:00:00.000Z' })]);
    expect(spans.list()[1]).toMatchObject({ caller: 'claude (codex)' });
    expect(spans.list()[0]?.end).toBeUndefined();
    spans.add([record('1', { outcome: 'done', ms: 250 })]);
    const [span] = spans.list();
    expect(span?.outcome).toBe('done');
    expect(span!.end! - span!.start).toBe(250);
  });

  it('keep the outcome where the intent comes later', () => {
    const spans = new Spans();
    spans.add([record('1', { outcome: 'failed', ms: 5 }), record('1')]);
    expect(spans.list()).toMatchObject([{ outcome: 'failed' }]);
  });

  it('are at most as many as the limit: the oldest give way', () => {
    const spans = new Spans();
    const at = (index: number) => new Date(1_000_000 + index).toISOString();
    spans.add(Array.from({ length: MAX_SPANS + 10 }, (_, index) => record(`${index}`, { at: at(index) })));
    expect(spans.size).toBe(MAX_SPANS);
    expect(spans.list()[0]?.id).toBe('10');
  });

  it('leave out notes', () => {
    const spans = new Spans();
    spans.add([
      {
        chain: 'audit',
        seq: 1,
        at: '2026-11-18T01:00:00.000Z',
        kind: 'gate',
        principal: 'ann',
        what: 'stop writes',
      },
    ]);
    expect(spans.size).toBe(0);
  });
});

it('a denied or invalid call was refused, a failed one was not', () => {
  expect(['denied', 'invalid', 'failed', 'done', undefined].map(isRefused)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
