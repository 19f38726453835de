import { once } from 'node:events';
import { openAudit } from '../audit/audit-file.js';
import { defineCommand } from '../command-line/command.js';
import { Problem } from '../errors/problem.js';
import { openLog } from '../log/log.js';
import { exitOnFault } from '../process/faults.js';
import { codeAfter, stopSignal } from '../process/stop-signal.js';
import { createHost } from '../serving/host.js';
import { PASSWORD_SHOWN } from '../serving/operator-warnings.js';
import { readSettings, STDIO_FLAGS } from '../settings/settings.js';
import { loadWorld, publicWorlds } from '../worlds/world-list.js';

export const command = defineCommand({
  name: 'stdio',
  words: '<world>',
  about: 'Serves one world on standard input and output, for a client that starts us. Ends with the input.',
  flags: STDIO_FLAGS,
  examples: ['stdio universe', 'stdio universe --read-only'],
  async run(given, { environment, lines }) {
    const [name, ...more] = given.words;
    if (name === undefined || more.length > 0) {
      throw Problem.usage(`stdio: name one world. Worlds: ${publicWorlds().join(', ')}.`);
    }
    const settings = await readSettings(given, environment);
    const stopped = stopSignal();
    const log = await openLog(settings, lines, environment.stderr);
    exitOnFault(log, lines);
    const [{ compose }, { serveStdio }, loaded] = await Promise.all([
      import('../serving/compose.js'),
      import('@worldwire/transports/stdio'),
      loadWorld(name, settings, Promise.resolve(log)),
    ]);
    if (settings.passwordShown) log.warn({}, PASSWORD_SHOWN);
    const audit = await openAudit(settings.data, log);
    const host = createHost(settings.limits, log, audit);
    const { kernel, ceiling } = compose(loaded, settings, host);
    const { stdin: input, stdout: output } = process;
    const dialect = settings.features.dialect === false ? undefined : loaded.dialect;
    const wire = serveStdio({
      ...host,
      kernel,
      input,
      output,
      ...(dialect !== undefined && { dialect }),
    });
    log.info({ world: name, ceiling }, 'serving on standard input and output');
    await Promise.race([once(input, 'end'), once(input, 'close'), wire.closed, stopped]);
    const closing = wire.close();
    // Ends subscriptions, which nothing else would end, and lets other calls finish.
    await kernel.close();
    await closing;
    audit.close();
    // A terminal that is closed ends the input, too.
    return codeAfter(await Promise.race([stopped, undefined]));
  },
});
