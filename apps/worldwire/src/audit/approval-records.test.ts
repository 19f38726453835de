import type { ApprovalEvent, AuditIntent } from '@worldwire/server/internal';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import { noteLeftApprovals, recordApproval } from './approval-records.js';
import { openAudit } from './open-audit.js';
import { readAudit } from './read-audit.js';

const quiet = () => ({ debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() });

function event(id: string, what: ApprovalEvent['what']): ApprovalEvent {
  const plan = {
    world: 'lab',
    tool: 'set',
    access: 'write' as const,
    principal: 'agent',
    arguments: '{}',
    digest: `plan-${id}`,
  };
  return { id, what, plan, ...(what === 'approved' && { by: 'ann' }) };
}

function intent(id: string): AuditIntent {
  return {
    id: `call-${id}`,
    at: new Date().toISOString(),
    world: 'lab',
    principal: 'agent',
    tool: 'set',
    access: 'write',
    approver: 'ann',
    planDigest: `plan-${id}`,
  };
}

describe('a start after a crash', () => {
  it('notes which approvals are void, and which calls had begun', async () => {
    const data = await temporaryFolder();
    const first = await openAudit(data, quiet());
    for (const id of ['waits', 'approved', 'begun', 'done', 'denied']) {
      await recordApproval(first, event(id, 'requested'));
    }
    for (const id of ['approved', 'begun', 'done']) await recordApproval(first, event(id, 'approved'));
    await recordApproval(first, event('denied', 'denied'));
    for (const id of ['begun', 'done']) await first.begin(intent(id));
    await first.end(intent('done'), { outcome: 'done', ms: 1 });
    first.close();

    const second = await openAudit(data, quiet());
    await noteLeftApprovals(data, second, quiet());
    const { records } = await readAudit(data, { limit: 3 });
    expect(records.map(({ what, details }) => [what, (details as { id: string }).id]).sort()).toEqual([
      ['begun, outcome unknown', 'begun'],
      ['void', 'approved'],
      ['void', 'waits'],
    ]);
    const { records: all } = await readAudit(data, { limit: 100 });
    await noteLeftApprovals(data, second, quiet());
    expect((await readAudit(data, { limit: 100 })).records).toHaveLength(all.length);
    second.close();
  });
});

describe('a decision', () => {
  it('has no effect while the audit cannot be written', async () => {
    const audit = {
      begin: () => {},
      end: () => {},
      refuse: () => {},
      note: () => {},
      refusal: 'no space left',
    };
    await expect(recordApproval(audit, event('1', 'approved'))).rejects.toThrow('no space left');
  });
});
