import { defineCommand } from '../command-line/command.js';
import { Problem } from '../errors/problem.js';
import { connect, SERVER_CHOICE } from '../operator-client/connect.js';
import { gateLines, type ShownGates } from '../operator-client/gate-text.js';

export const command = defineCommand({
  name: 'resume',
  words: '',
  about:
    'Reopens what "stop" closed, up to what the server allowed at its start. What was closed apart from it stays closed.',
  flags: {
    principal: { type: 'string', value: 'NAME', about: 'reopen the writes of this principal' },
    world: { type: 'string', value: 'NAME', about: 'reopen this world' },
    ...SERVER_CHOICE,
  },
  examples: ['resume', 'resume --principal agent', 'resume --world unity'],
  async run({ values }, shell) {
    const { principal, world, json } = values;
    if (principal !== undefined && world !== undefined) {
      throw Problem.usage('resume: give --principal or --world, not both.');
    }
    const client = await connect(values, shell);
    const gates =
      world === undefined
        ? await client.call<ShownGates>('POST', 'resume', { principal })
        : await client.call<ShownGates>('PUT', `gates/${encodeURIComponent(world)}`, { open: 'all' });
    if (json) shell.print(JSON.stringify(gates));
    else for (const line of gateLines(gates)) shell.print(line);
    return 0;
  },
});
