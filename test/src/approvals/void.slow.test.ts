import { describe, expect, it } from 'vitest';
import { ApprovedServer, factsOf, textOf } from '../../../apps/worldwire/src/testing/approvals.js';
import type { ToolResult } from '../../../apps/worldwire/src/testing/client.js';

const DOOR = '/Game/Maps/Harbour.Harbour:PersistentLevel.BP_Door_C_1';

interface Case {
  readonly world: string;
  readonly flags?: readonly string[];
  readonly tool: string;
  /** Arguments of a write to one value of the world. */
  write(value: number): object;
  readonly reader: string;
  readonly read: object;
  shown(answer: ToolResult): unknown;
}

const WORLDS: readonly Case[] = [
  {
    world: 'universe',
    tool: 'send_universe_command',
    write: value => ({
      universeId: 'sol',
      command: { type: 'updateStar', id: 'earth', payload: { mass: value } },
    }),
    reader: 'get_universe_state',
    read: { universeId: 'sol', ids: ['earth'] },
    shown: answer => /"mass":(\d+),/.exec(JSON.stringify(factsOf(answer)))?.[1],
  },
  {
    world: 'unity',
    tool: 'SetTimeScale',
    write: value => ({ value }),
    reader: 'GetTimeScale',
    read: {},
    shown: answer => String(factsOf(answer).value),
  },
  {
    world: 'unreal',
    tool: 'set_property',
    write: value => ({ object: DOOR, property: 'OpenAngle', value }),
    reader: 'get_property',
    read: { object: DOOR, property: 'OpenAngle' },
    shown: answer => String(factsOf(answer).value),
  },
];

describe.each(WORLDS)('an approved write in $world', ({ world, tool, write, reader, read, shown }) => {
  const start = () => ApprovedServer.start(world, { flags: ['--allow', 'writes', '--approve', 'writes'] });

  it('is void if the world changed so that its plan differs: nothing runs, and the agent gets the new digest', async () => {
    const server = await start();
    const first = server.send(tool, write(2));
    const one = await server.lastOf(1);
    const second = server.send(tool, write(3), 'other');
    const two = await server.lastOf(2);
    expect(await server.decide(one.id)).toBe(200);
    expect((await first).isError).not.toBe(true);
    expect(await server.decide(two.id)).toBe(200);
    const refused = await second;
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain('the approval is void and nothing was changed');
    const digest = /The digest of the new plan is ([\w-]+)\./.exec(textOf(refused))?.[1];
    expect(digest).not.toBe(two.digest);
    expect(shown(await server.send(reader, read))).toBe('2');

    // The same call again has the plan of this digest, which runs when it is approved.
    const again = server.send(tool, write(3), 'other');
    const three = await server.lastOf(1);
    expect(three.digest).toBe(digest);
    await server.decide(three.id);
    expect((await again).isError).not.toBe(true);
    expect(shown(await server.send(reader, read))).toBe('3');
    const records = await server.audit();
    expect(records.filter(({ what }) => what === 'void')).toMatchObject([
      { kind: 'approval', details: { id: two.id, planDigest: two.digest, for: 'other' } },
    ]);
    const outcomes = records.filter(({ outcome }) => outcome !== undefined);
    expect(outcomes.map(({ outcome, planDigest }) => [outcome, planDigest])).toEqual([
      ['done', one.digest],
      ['failed', two.digest],
      ['done', three.digest],
    ]);
  });

  it('runs exactly once if its plan is the same, although the world changed elsewhere', async () => {
    const server = await start();
    const answer = server.send(tool, write(2));
    const one = await server.lastOf(1);
    const elsewhere = ELSEWHERE[world] as readonly [string, object];
    const other = server.send(...elsewhere, 'other');
    const two = await server.lastOf(2);
    await server.decide(two.id);
    expect((await other).isError).not.toBe(true);
    const decisions = await Promise.all(
      [1, 2, 3].map(() => server.decide(one.id, { approve: true, digest: one.digest })),
    );
    expect(decisions.sort()).toEqual([200, 404, 404]);
    expect((await answer).isError).not.toBe(true);
    expect(shown(await server.send(reader, read))).toBe('2');
    const done = (await server.audit()).filter(({ outcome }) => outcome === 'done');
    expect(done.map(({ principal, approver }) => [principal, approver])).toEqual([
      ['other', 'op'],
      ['agent', 'op'],
    ]);
  });
});

/** A write to another part of each world. */
const ELSEWHERE: Readonly<Record<string, readonly [string, object]>> = {
  universe: [
    'send_universe_command',
    { universeId: 'sol', command: { type: 'updateStar', id: 'mars', payload: { name: 'Ares' } } },
  ],
  unity: ['SetFreecamEnabled', { enabled: true }],
  unreal: ['log_message', { message: 'Elsewhere' }],
};
