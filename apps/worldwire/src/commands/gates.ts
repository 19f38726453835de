import { didYouMean } from '@worldwire/server/kit/near-matches';
import { defineCommand } from '../command-line/command.js';
import { Problem } from '../errors/problem.js';
import { connect, nextCommand, SERVER_CHOICE } from '../operator-client/connect.js';
import { gateLines, type ShownGates } from '../operator-client/gate-text.js';

const LEVELS = ['read', 'write', 'eval', 'all'];

export const command = defineCommand({
  name: 'gates',
  words: '[world] [level]',
  about:
    'Shows what a running server has open in each world, or sets it: read, write, eval, or all up to the ceiling of its start.',
  flags: SERVER_CHOICE,
  examples: ['gates', 'gates unity write', 'gates unity all'],
  async run({ values, words }, shell) {
    const [world, level, ...more] = words;
    if (more.length > 0 || (world !== undefined && level === undefined)) {
      throw Problem.usage(
        `gates: name a world and a level, as in "worldwire gates unity write". Levels: ${LEVELS.join(', ')}.`,
      );
    }
    if (level !== undefined && !LEVELS.includes(level)) {
      throw Problem.usage(
        `gates: "${level}" is not a level.${didYouMean(level, LEVELS)} Levels: ${LEVELS.join(', ')}.`,
      );
    }
    const client = await connect(values, shell);
    const gates =
      world === undefined
        ? await client.call<ShownGates>('GET', 'gates')
        : await client.call<ShownGates>('PUT', `gates/${encodeURIComponent(world)}`, { open: level });
    const { print } = shell;
    if (values.json) print(JSON.stringify(gates));
    else {
      for (const line of gateLines(gates)) print(line);
      const { allStopped, stopped } = gates;
      const [first] = stopped;
      if (allStopped) print(`Reopen them: ${nextCommand('resume', values, shell)}`);
      else if (first !== undefined)
        print(`Reopen one: ${nextCommand(`resume --principal ${first}`, values, shell)}`);
    }
    return 0;
  },
});
