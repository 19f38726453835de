import { auditBytes } from '../lib/audit.mjs';
import { attempt } from '../lib/http.mjs';
import { tool } from '../lib/mcp.mjs';
import { each } from '../lib/wait.mjs';
import { origin, smallCommand } from '../lib/worlds.mjs';

const MAX_BYTES = 256 * 1024;
const LONG = 'a'.repeat(2_000);

export default {
  name: 'audit-filling',
  kind: 'audit',
  claim: 'callers without a token or without rights cannot fill the audit file',
  async run(lab) {
    const server = await lab.serve({ worlds: ['universe', 'unity'], args: ['--read-only'] });
    const { alice } = lab.tokens;
    const { universe, unity } = server.urls;
    const commands = `${origin(universe)}/universes/sol/commands`;
    await each(200, 16, () => attempt(commands, { json: smallCommand(1) }));
    lab.claim(auditBytes(server.data) === 0, `callers without a token left ${auditBytes(server.data)} bytes`);
    const meta = { 'worldwire/operationKey': LONG.slice(0, 255) };
    const client = { name: LONG.slice(0, 128), version: '1' };
    await each(lab.scale(1_500, 20_000), 16, index => {
      if (index % 3 === 0) return attempt(commands, { token: alice, json: { type: LONG, value: 1 } });
      if (index % 3 === 1) return tool(unity, alice, 'ConsoleEval', { code: LONG }, { meta, client });
      return tool(
        universe,
        alice,
        'send_universe_command',
        { universeId: LONG, command: {} },
        { meta, client },
      );
    });
    const bytes = auditBytes(server.data);
    lab.note(`${bytes} bytes of audit after the refused calls`);
    lab.claim(bytes <= MAX_BYTES, `refused calls filled the audit with ${bytes} bytes`);
    const read = await tool(universe, alice, 'get_universe_state', { universeId: 'sol', ids: ['sun'] });
    lab.claim(read.ok || read.status === 429, 'a read was refused afterwards');
  },
};
