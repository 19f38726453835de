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
    destructive: false,
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

describe('the record of a step of an approval', () => {
  it('names who sent the call with its client, what it is about, and keeps a long reason as a part of it', async () => {
    const data = await temporaryFolder();
    const audit = await openAudit(data, quiet());
    const { plan } = event('a', 'void');
    const about = { universe: 'sol', object: 'saturn' };
    await recordApproval(audit, {
      ...event('a', 'void'),
      plan: { ...plan, client: 'claude\u202e', about },
      reason: `It changed: ${'"x", '.repeat(1_000)}`,
    });
    const { records } = await readAudit(data, { limit: 1 });
    expect(records).toMatchObject([
      {
        ...{ what: 'void', principal: 'agent', client: 'claude\\u202e' },
        details: {
          id: 'a',
          for: 'agent',
          client: 'claude\\u202e',
          about,
          reason: expect.stringMatching(/^It changed: .*…$/),
        },
      },
    ]);
    audit.close();
  });
});

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

describe('a call that ran with arguments which a person changed', () => {
  it('is not void after a crash, although its plan is another one', async () => {
    const data = await temporaryFolder();
    const first = await openAudit(data, quiet());
    for (const id of ['begun', 'done']) {
      await recordApproval(first, event(id, 'requested'));
      await recordApproval(first, event(id, 'approved'));
    }
    const edited = (id: string) => ({ ...intent(id), approval: id, planDigest: `edited-${id}` });
    for (const id of ['begun', 'done']) await first.begin(edited(id));
    await first.end(edited('done'), { outcome: 'done', ms: 1 });
    first.close();

    const second = await openAudit(data, quiet());
    const { records: before } = await readAudit(data, { limit: 100 });
    await noteLeftApprovals(data, second, quiet());
    const { records } = await readAudit(data, { limit: 100 });
    expect(records).toHaveLength(before.length + 1);
    expect(records[0]).toMatchObject({ what: 'begun, outcome unknown', details: { id: 'begun' } });
    second.close();
  });
});

describe('a decision', () => {
  it('is recorded with its time and its change of the arguments', async () => {
    const data = await temporaryFolder();
    const audit = await openAudit(data, quiet());
    await recordApproval(audit, { ...event('1', 'approved'), forMinutes: 5, edited: true });
    audit.close();
    const { records } = await readAudit(data, { limit: 1 });
    expect(records).toMatchObject([{ principal: 'ann', details: { forMinutes: 5, edited: true } }]);
  });

  it('has no effect while the audit cannot be written', async () => {
    const audit = {
      begin: () => {},
      end: () => {},
      refuse: () => {},
      note: vi.fn(),
      refusal: 'no space left',
    };
    await expect(recordApproval(audit, event('1', 'approved'))).rejects.toThrow('no space left');
    // It would be kept in memory until there is space.
    expect(audit.note).not.toHaveBeenCalled();
  });

  it('has no effect if the audit fails with its record', async () => {
    const audit = {
      begin: () => {},
      end: () => {},
      refuse: () => {},
      note: () => {
        audit.refusal = 'no space left';
      },
      refusal: undefined as string | undefined,
    };
    await expect(recordApproval(audit, event('1', 'approved'))).rejects.toThrow('no space left');
  });
});
