import { legible } from '@worldwire/server';
import { defineCommand } from '../command-line/command.js';
import { Problem } from '../errors/problem.js';
import { connect, nextCommand, SERVER_CHOICE } from '../operator-client/connect.js';
import { codeLines, type ShownGates } from '../operator-client/gate-text.js';

export const command = defineCommand({
  name: 'stop',
  words: '',
  about:
    'Closes all writes of a running server now, for everyone, for one principal or in one world. It does not end the server: reads go on.',
  flags: {
    principal: {
      type: 'string',
      value: 'NAME',
      about: 'close only the writes of this principal, in all worlds',
    },
    world: { type: 'string', value: 'NAME', about: 'close only the writes in this world' },
    ...SERVER_CHOICE,
  },
  examples: ['stop', 'stop --principal agent', 'stop --world unity'],
  async run({ values }, shell) {
    const { principal, world, json } = values;
    if (principal !== undefined && world !== undefined) {
      throw Problem.usage(
        'stop: give --principal or --world, not both: a principal is stopped in all worlds.',
      );
    }
    const client = await connect(values, shell);
    const answer =
      world === undefined
        ? await client.call<ShownGates>('POST', 'stop', { principal })
        : await client.call<ShownGates>('PUT', `gates/${encodeURIComponent(world)}`, { open: 'read' });
    const { print } = shell;
    if (json) {
      print(JSON.stringify(answer));
      return 0;
    }
    const [what, flag] =
      principal !== undefined
        ? [
            `All writes of ${legible(principal)} are closed, in all worlds.`,
            ` --principal ${legible(principal)}`,
          ]
        : world !== undefined
          ? [`All writes in ${legible(world)} are closed.`, ` --world ${legible(world)}`]
          : ['All writes are closed, for everyone and in all worlds.', ''];
    print(what);
    for (const line of codeLines(answer)) print(line);
    print('Writes that already run are finished. Reads go on, and the server runs on.');
    print(`Reopen them: ${nextCommand(`resume${flag}`, values, shell)}`);
    return 0;
  },
});
