import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../api/operator.js';
import { approvedText, filterOf, isWanted, queryOf, recordText, rowsOf } from './audit-rows.js';

const CALL: AuditRecord = {
  chain: 'audit',
  seq: 2,
  at: '2026-11-18T01:00:00.000Z',
  id: 'x-1',
  world: 'universe',
  principal: 'claude',
  tool: 'send_universe_command',
  about: { universe: 'sol', command: 'addStar', object: 'vesta' },
};
const NOTE: AuditRecord = {
  chain: 'audit',
  seq: 9,
  at: '2026-11-18T01:00:00.000Z',
  kind: 'approval',
  principal: 'ann',
  what: 'approved',
  details: { world: 'unity', tool: 'DestroyObject', principal: 'claude' },
};

describe('rows of the audit', () => {
  it('show the outcome of a call in place of its intent, and each record once', () => {
    const done = { ...CALL, seq: 3, outcome: 'done' };
    const running = { ...CALL, id: 'x-2', seq: 4 };
    expect(rowsOf([running, done, done, CALL]).map(({ seq }) => seq)).toEqual([4, 3]);
  });

  it('say what happened in a few words', () => {
    expect(recordText(CALL)).toBe('send_universe_command: addStar vesta');
    expect(recordText({ ...CALL, tool: 'SetMember', about: { object: 'obj:1' } })).toBe('SetMember obj:1');
    expect(recordText(NOTE)).toBe('approved: DestroyObject, claude, unity');
    const details = {
      ...{ tool: 'DestroyObject', world: 'unity', for: 'nova', client: 'claude-code' },
      about: { object: 'obj:7' },
    };
    expect(recordText({ ...NOTE, details })).toBe(
      'approved: DestroyObject, obj:7, nova (claude-code), unity',
    );
    expect(recordText({ ...NOTE, principal: 'nova', details })).toBe('approved: DestroyObject, obj:7, unity');
    expect(recordText({ ...NOTE, details: 'cut' })).toBe('approved');
    expect(approvedText({ ...CALL, approver: 'ann' })).toBe('approved by ann');
    expect(approvedText({ ...CALL, approver: 'ann', askedDigest: '01' })).toBe('approved by ann, edited');
    expect(recordText({ chain: 'a', seq: 1, at: '', outcome: 'suppressed', count: 12 })).toBe(
      '12 calls suppressed',
    );
  });
});

describe('filters of the audit', () => {
  it('hold for records that come live as on the server', () => {
    expect(isWanted(CALL, { principal: 'claude', world: 'universe', outcome: 'begun' })).toBe(true);
    expect(isWanted(CALL, { principal: 'ann' })).toBe(false);
    expect(isWanted(CALL, { outcome: 'done' })).toBe(false);
    expect(
      isWanted(NOTE, { world: 'unity', tool: 'DestroyObject', kind: 'approval', outcome: 'approval' }),
    ).toBe(true);
    expect(isWanted(NOTE, { kind: 'gate' })).toBe(false);
  });

  it('become a query with a time', () => {
    const now = Date.parse('2026-11-18T02:00:00.000Z');
    expect(queryOf({ world: 'unity', since: '1 h' }, now)).toEqual({
      world: 'unity',
      since: '2026-11-18T01:00:00.000Z',
    });
    expect(queryOf({ since: 'nonsense' }, now)).toEqual({});
  });
});

describe('the filter of the audit', () => {
  it('has what the address says, for a person who operates all worlds', () => {
    expect(filterOf({ tool: 'GetObject', panel: 'x' }, undefined)).toEqual({ tool: 'GetObject' });
  });

  it('names a world that the person operates, as the server demands', () => {
    expect(filterOf({}, ['unity', 'unreal'])).toEqual({ world: 'unity' });
    expect(filterOf({ world: 'unreal' }, ['unity', 'unreal'])).toEqual({ world: 'unreal' });
    expect(filterOf({ world: 'universe' }, ['unity'])).toEqual({ world: 'unity' });
  });
});
