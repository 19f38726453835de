import { attempt } from '../lib/http.mjs';
import { tool } from '../lib/mcp.mjs';
import { MIB } from '../lib/process-memory.mjs';
import { each } from '../lib/wait.mjs';
import { ALL_WORLDS, origin } from '../lib/worlds.mjs';

const LONG = 'w'.repeat(3.5 * MIB);
const SCRIPT = `return '${'s'.repeat(250_000)}'.length`;

/** Worlds keep logs, journals, clipboards and recent entries of their own. */
export default {
  name: 'world-books',
  kind: 'memory',
  claim:
    'writes with arguments of 3.5 MB do not grow the logs, journals and caches of three worlds without limit',
  async run(lab) {
    const server = await lab.serve({ worlds: ALL_WORLDS, args: ['--allow', 'eval'] });
    const { alice } = lab.tokens;
    const { universe, unity, unreal } = server.urls;
    const key = index => ({ meta: { 'worldwire/operationKey': `key-${index}` } });
    const rename = { type: 'updateStar', id: 'earth', payload: { comet: { notes: LONG } } };
    const kinds = [
      index => tool(unity, alice, 'SetClipboardText', { text: `${index}${LONG}` }, key(index)),
      index => tool(unity, alice, 'ConsoleEval', { code: `${SCRIPT}+${index}` }, key(index)),
      index => tool(unity, alice, 'WriteConsoleScript', { path: 'a.cs', content: SCRIPT }, key(index)),
      index => tool(unity, alice, 'NoSuchTool', { text: `${index}${LONG}` }),
      index => tool(unreal, alice, 'log_message', { message: `${index}${LONG}` }, key(index)),
      index =>
        tool(unreal, alice, 'set_property', {
          object: `${index}${LONG}`,
          property: 'x',
          value: LONG.slice(0, 9),
        }),
      index =>
        tool(
          universe,
          alice,
          'send_universe_command',
          { universeId: 'sol', command: rename, returning: 'changes' },
          key(index),
        ),
      () =>
        attempt(`${origin(universe)}/universes/sol/commands?returning=changes`, {
          token: alice,
          json: rename,
        }),
    ];
    await lab.measureMemory(server, () =>
      each(kinds.length * lab.scale(16, 200), 6, async index => {
        if (server.alive) await kinds[index % kinds.length](index);
      }),
    );
  },
};
