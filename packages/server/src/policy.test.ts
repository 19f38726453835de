import { REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { Lab } from './lab.test.js';
import { type Grants, Policy } from './policy.js';
import { type Access, tool } from './tool.js';

const LEVELS: readonly Access[] = ['read', 'write', 'danger'];
const ran: string[] = [];
const tools = LEVELS.map(access =>
  tool({
    name: access,
    description: `Has ${access} access.`,
    access,
    call: () => {
      ran.push(access);
      return 'ok';
    },
  }),
);

/** What the operator says at start, what the world opens by itself, and what may then run. */
const CEILINGS: readonly (readonly [Grants, Access | undefined, readonly Access[]])[] = [
  [{}, undefined, ['read']],
  [{}, 'write', ['read', 'write']],
  [{}, 'danger', ['read', 'write', 'danger']],
  [{ writes: true }, undefined, ['read', 'write']],
  [{ writes: true }, 'danger', ['read', 'write', 'danger']],
  [{ eval: true }, undefined, ['read', 'write', 'danger']],
  [{ readOnly: true }, 'danger', ['read']],
  [{ readOnly: true, writes: true, eval: true }, 'write', ['read']],
];

describe('the ceiling', () => {
  it.each(CEILINGS)('with %j in a world that opens %s lets run: %j', async (grants, opens, allowed) => {
    const lab = new Lab({ tools, ...(opens && { opens }) }, { grants });
    for (const revision of REVISIONS) {
      ran.length = 0;
      for (const level of LEVELS) await lab.callTool(lab.caller(revision), level);
      expect(ran).toEqual(allowed);
    }
  });

  it.each(REVISIONS)('refuses with a result that says who can allow it, and how ($id)', async revision => {
    const lab = new Lab({ tools });
    const said = async (name: string) => {
      const { result } = await lab.callTool(lab.caller(revision), name);
      expect(result.isError).toBe(true);
      return JSON.stringify(result.content);
    };
    expect(await said('write')).toMatch(/PermissionDenied.*--allow writes/);
    expect(await said('danger')).toMatch(/PermissionDenied.*--allow eval/);
  });

  it('says that the server is read-only where the operator made it so', async () => {
    const lab = new Lab({ tools, opens: 'write' }, { grants: { readOnly: true, writes: true } });
    const { result } = await lab.callTool(lab.session('2025-11-25'), 'write');
    expect(JSON.stringify(result.content)).toContain('--read-only');
    expect(JSON.stringify(result.content)).not.toContain('--allow');
  });

  it('stands before the arguments: who may not write learns nothing of what a write takes', async () => {
    const lab = new Lab({ tools });
    const { result } = await lab.callTool(lab.session('2025-11-25'), 'write', { wrong: 1 });
    expect(JSON.stringify(result.content)).toContain('PermissionDenied');
    expect(JSON.stringify(result.content)).not.toContain('wrong');
  });

  it('is not raised by anything a request says', async () => {
    const lab = new Lab({ tools });
    ran.length = 0;
    for (const revision of REVISIONS) {
      const more = {
        _meta: { 'worldwire/allow': 'writes', allow: ['writes'] },
        allow: 'writes',
        access: 'read',
      };
      await lab.callTool(
        lab.caller(revision, { experimental: { allow: {} } }, 'operator'),
        'write',
        {},
        more,
      );
    }
    expect(ran).toEqual([]);
  });

  it('is the highest of what was granted and what is open', () => {
    expect(new Policy({}).ceiling).toBe('read');
    expect(new Policy({ opens: 'write' }, { eval: true }).ceiling).toBe('danger');
    expect(new Policy({ opens: 'danger' }, { writes: true }).ceiling).toBe('danger');
  });
});
