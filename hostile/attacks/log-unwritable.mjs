import { closeSync, openSync } from 'node:fs';
import { attempt } from '../lib/http.mjs';
import { tool } from '../lib/mcp.mjs';
import { within } from '../lib/wait.mjs';
import { origin, smallCommand } from '../lib/worlds.mjs';

const END_MS = 12_000;

/** Logs that take nothing: a device that is always full, and a pipe that is never read. */
export default [
  {
    name: 'log-full',
    kind: 'log',
    claim: 'a log that cannot be written neither ends the server nor keeps a write unanswered',
    async run(lab) {
      const full = openSync('/dev/full', 'w');
      const server = await lab.serve({
        worlds: ['universe', 'unity'],
        args: ['--allow', 'writes'],
        stderr: full,
      });
      closeSync(full);
      await write(lab, server, 20);
      await endsOnTerm(lab, server);
    },
  },
  {
    name: 'log-unread',
    kind: 'log',
    claim:
      'a log that is never read neither stops the server after many writes nor keeps SIGTERM from ending it',
    async run(lab) {
      const server = await lab.serve({
        worlds: ['universe', 'unity'],
        args: ['--allow', 'writes', '--log-level', 'trace'],
        stderr: 'unread',
      });
      await write(lab, server, lab.scale(400, 10_000));
      await endsOnTerm(lab, server);
    },
  },
];

async function write(lab, server, count) {
  const { universe, unity } = server.urls;
  const { alice } = lab.tokens;
  const command = index => smallCommand(index);
  for (let index = 0; index < count; index++) {
    const rest = await attempt(`${origin(universe)}/universes/sol/commands?returning=changes`, {
      token: alice,
      json: command(2 * index),
      ms: 5_000,
    });
    if (!lab.claim(rest.status === 200, `REST write ${index} got ${rest.status} ${rest.text.slice(0, 200)}`))
      return;
    const args = { universeId: 'sol', command: command(2 * index + 1), returning: 'changes' };
    const mcp = await tool(universe, alice, 'send_universe_command', args, { ms: 5_000 });
    if (!lab.claim(mcp.ok, `MCP write ${index} got ${mcp.status} ${mcp.text.slice(0, 200)}`)) return;
    if (index % 10 !== 0) continue;
    const scene = await tool(unity, alice, 'SetTimeScale', { value: 1 }, { ms: 5_000 });
    if (!lab.claim(scene.ok, `unity write ${index} got ${scene.status} ${scene.text.slice(0, 200)}`)) return;
  }
}

async function endsOnTerm(lab, server) {
  if (!lab.claim(server.alive, 'the server ended')) return;
  server.signal('SIGTERM');
  const ended = await within(server.ended, END_MS, 'the end after SIGTERM').catch(() => undefined);
  lab.claim(ended !== undefined, `SIGTERM did not end the server within ${END_MS / 1_000} s`);
}
