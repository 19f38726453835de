import { MemoryJournal } from '@worldwire/journal';
import { ACCESS_RANK, type Access } from '@worldwire/server';
import { listed } from '@worldwire/server/internal';
import { expect, it } from 'vitest';
import { QUIET } from '../testing/service-lab.js';
import { openUniverse } from '../universe-world.js';
import { SEND_TOOL } from './command-answer.js';

it('an undo has the access of the highest write that it can take back, by each way', async () => {
  const { world, routes } = await openUniverse({
    journal: new MemoryJournal(),
    log: QUIET,
    now: Date.now,
    randomBytes: size => new Uint8Array(size),
  });
  const tools = listed(world.tools ?? []);
  // No command has more access than its tool: `accessOf` would raise it, for its undo too.
  expect(tools.filter(({ accessOf }) => accessOf !== undefined)).toEqual([]);
  const highest = (all: readonly { readonly access: Access }[]) =>
    Math.max(...all.map(({ access }) => ACCESS_RANK[access]));
  const undo = routes.find(({ path }) => path === '/universes/:id/undo');
  const command = tools.find(({ name }) => name === SEND_TOOL);
  const most = highest([...tools, ...routes]);
  expect([command, undo].map(way => ACCESS_RANK[way?.access ?? 'read'])).toEqual([most, most]);
});
