import { type ClientCapabilities, REVISIONS, type Revision, TASKS_EXTENSION } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import type { Context } from '../api/context.js';
import { type Access, tool } from '../api/tool.js';
import { ALL_CAPABILITIES, Lab, turn } from '../kernel/lab.test.js';
import { type Grants, Policy } from './policy.js';

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

const TASKS: ClientCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };
/** What a client may say that it can. */
const CAPABILITIES: readonly (readonly [string, ClientCapabilities])[] = [
  ['no capabilities', {}],
  ['all capabilities', { ...ALL_CAPABILITIES, ...TASKS }],
  ['tasks', TASKS],
];
/** Every way in which a tool can do its work. */
const WORK: readonly (readonly [string, (context: Context, work: () => string) => unknown])[] = [
  ['at once', (_context, work) => work()],
  ['later', async (_context, work) => work()],
  ['as a task', (context, work) => context.task(work)],
];

function describeCases(): readonly (readonly [Revision['id'], string, Revision, ClientCapabilities])[] {
  return REVISIONS.flatMap(revision =>
    CAPABILITIES.map(([name, capabilities]) => [revision.id, name, revision, capabilities] as const),
  );
}

describe.each(describeCases())(
  'above the ceiling, a call in %s by a client with %s',
  (_id, _name, revision, capabilities) => {
    describe.each(WORK)('of a tool that works %s', (_when, perform) => {
      it.each([
        ['write', {}, '--allow writes'],
        ['danger', {}, '--allow eval'],
        ['danger', { writes: true }, '--allow eval'],
        ['write', { readOnly: true, writes: true, eval: true }, '--read-only'],
        ['danger', { readOnly: true, writes: true, eval: true }, '--read-only'],
      ] as const)(
        'is denied, does nothing and has one line in the audit: %s with %j',
        async (access, grants, hint) => {
          let worked = 0;
          const act = tool({
            name: 'act',
            description: 'Acts.',
            access,
            call: (_args, context) => perform(context, () => `done ${++worked}`),
          });
          const lab = new Lab({ tools: [act] }, { grants });
          const { result } = await lab.callTool(lab.caller(revision, capabilities), 'act');
          await turn();
          expect(result.isError).toBe(true);
          expect(JSON.stringify(result.content)).toContain('PermissionDenied');
          expect(JSON.stringify(result.content)).toContain(hint);
          expect([worked, lab.kernel.tasks.size]).toEqual([0, 0]);
          // It never began, so it has an outcome and no intent.
          expect(lab.intents).toEqual([]);
          expect(lab.audits.map(({ tool: name, outcome }) => [name, outcome])).toEqual([['act', 'denied']]);
        },
      );

      it('below it does its work, with one intent and one outcome', async () => {
        let worked = 0;
        const act = tool({
          name: 'act',
          description: 'Acts.',
          access: 'write',
          call: (_args, context) => perform(context, () => `done ${++worked}`),
        });
        const lab = new Lab({ tools: [act] }, { grants: { writes: true } });
        await lab.callTool(lab.caller(revision, capabilities), 'act');
        await turn();
        expect(worked).toBe(1);
        expect(lab.intents).toHaveLength(1);
        expect(lab.audits).toMatchObject([{ id: lab.intents[0]?.id, tool: 'act', outcome: 'done' }]);
      });
    });
  },
);

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

  it('is checked before the arguments, so that a refused caller learns nothing about them', async () => {
    const lab = new Lab({ tools });
    const { result } = await lab.callTool(lab.session('2025-11-25'), 'write', { wrong: 1 });
    expect(JSON.stringify(result.content)).toContain('PermissionDenied');
    expect(JSON.stringify(result.content)).not.toContain('wrong');
  });

  it('is not raised by anything in a request', async () => {
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
    expect(new Policy({ name: 'lab' }).ceiling).toBe('read');
    expect(new Policy({ name: 'lab', opens: 'write' }, { eval: true }).ceiling).toBe('danger');
    expect(new Policy({ name: 'lab', opens: 'danger' }, { writes: true }).ceiling).toBe('danger');
  });
});
