import { defineCommand } from '../command-line/command.js';
import { Problem } from '../errors/problem.js';
import { openLog } from '../log/log.js';
import { exitOnFault } from '../process/faults.js';
import { codeAfter, stopSignal } from '../process/stop-signal.js';
import { startStdio } from '../serving/start-stdio.js';
import { stdioFlags } from '../settings/server-flags.js';
import { readSettings } from '../settings/settings.js';
import { PUBLIC_WORLDS } from '../worlds/world-list.js';

export const command = defineCommand({
  name: 'stdio',
  words: '<world|file>',
  about: 'Serves one world on standard input and output, for a client that starts us. Ends with the input.',
  flags: stdioFlags(),
  examples: ['stdio universe', 'stdio universe --read-only', 'stdio ./garden.js'],
  async run(given, { environment, lines }) {
    const [, ...more] = given.words;
    if (given.words.length === 0 || more.length > 0) {
      const known = PUBLIC_WORLDS.map(({ name }) => name).join(', ');
      throw Problem.usage(`stdio: name one world. Worlds: ${known}.`);
    }
    const settings = await readSettings(given, environment);
    const [world, second] = settings.worlds;
    if (world === undefined || second !== undefined) {
      const names = settings.worlds.map(({ name }) => name).join(', ');
      throw Problem.usage(`stdio serves one world, and ${given.words[0]} exports ${names}. Export one.`);
    }
    const stopped = stopSignal();
    const log = await openLog(settings, lines, environment.stderr);
    exitOnFault(log, lines);
    const server = await startStdio(world, settings, log);
    await Promise.race([server.ended, stopped]);
    await server.close();
    // A terminal that is closed ends the input, too.
    return codeAfter(await Promise.race([stopped, undefined]));
  },
});
