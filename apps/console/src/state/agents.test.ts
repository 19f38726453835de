import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../api/operator.js';
import { type Agent, MAX_AGENTS, withRecords } from './agents.js';

const NONE: ReadonlyMap<string, Agent> = new Map();

function record(principal: string, rest: Partial<AuditRecord> = {}): AuditRecord {
  return {
    chain: 'audit',
    seq: 1,
    at: '2026-11-18T01:00:00.000Z',
    id: 'a-1',
    world: 'universe',
    principal,
    tool: 'send_universe_command',
    about: { universe: 'sol', command: 'addStar', object: 'vesta' },
    outcome: 'done',
    revision: 7,
    ...rest,
  };
}

describe('agents', () => {
  it('know what each agent changed last, with the revision', () => {
    const agents = withRecords(NONE, [
      record('claude'),
      record('claude', { about: { universe: 'sol', command: 'removeStar', object: 'moon' }, revision: '8' }),
    ]);
    expect(agents.get('claude')).toMatchObject({
      name: 'claude',
      last: { world: 'universe', item: 'sol', id: 'moon', what: 'removeStar moon', revision: 8 },
    });
  });

  it('keep the last change over calls that failed, were refused or only planned', () => {
    const { outcome: _, ...intent } = record('claude', { about: { object: 'c' } });
    const agents = withRecords(NONE, [
      record('claude'),
      record('claude', { outcome: 'denied', about: { object: 'a' } }),
      record('claude', { dryRun: true, about: { object: 'b' } }),
      intent,
    ]);
    expect(agents.get('claude')?.last?.id).toBe('vesta');
  });

  it('are told apart by their clients, which may share a principal', () => {
    const agents = withRecords(NONE, [
      record('local', { client: 'claude-code' }),
      record('local', { client: 'codex' }),
      record('local'),
    ]);
    expect([...agents.values()].map(({ name, principal }) => [name, principal])).toEqual([
      ['local (claude-code)', 'local'],
      ['local (codex)', 'local'],
      ['local', 'local'],
    ]);
  });

  it('leave out notes of people', () => {
    expect(withRecords(NONE, [record('ann', { kind: 'gate' })]).size).toBe(0);
  });

  it('are at most as many as the limit: the latest stay', () => {
    const names = Array.from({ length: MAX_AGENTS + 5 }, (_, index) => `agent-${index}`);
    const agents = withRecords(NONE, [...names.map(name => record(name)), record('agent-5')]);
    expect(agents.size).toBe(MAX_AGENTS);
    expect(agents.has('agent-4')).toBe(false);
    expect([...agents.keys()].at(-1)).toBe('agent-5');
  });
});
