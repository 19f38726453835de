import { resolve } from 'node:path';
import { orProblem } from '../backup/or-problem.js';
import { defineCommand } from '../command-line/command.js';
import { Problem } from '../errors/problem.js';
import { CONFIG_FLAG, SERVER_FLAGS } from '../settings/server-flags.js';
import { readSettings } from '../settings/settings.js';

const LEFT_OUT = 'Left out, because they are links or not regular files:';

export const command = defineCommand({
  name: 'backup',
  words: '<file>',
  about: 'Writes all that the data folder keeps into one file, also while servers run, and checks the file.',
  flags: { data: SERVER_FLAGS.data, store: SERVER_FLAGS.store, json: SERVER_FLAGS.json, ...CONFIG_FLAG },
  examples: ['backup universe-monday.backup', 'backup /mnt/backups/today --data /srv/worldwire'],
  async run({ values, words }, { environment, print }) {
    const [name, ...more] = words;
    if (name === undefined || more.length > 0) {
      throw Problem.usage('backup: name one file to write, as in "worldwire backup universe.backup".');
    }
    const { data, store, json } = await readSettings({ values, words: [] }, environment);
    const file = resolve(environment.cwd, name);
    const [{ makeBackup }, { summaryLines }, { dumpCommand, isPostgres, linesAbout }] = await Promise.all([
      import('../backup/make-backup.js'),
      import('../backup/summary.js'),
      import('../backup/postgres-command.js'),
    ]);
    const dump = isPostgres(store) ? dumpCommand(store) : undefined;
    // First of all, because the universe is to be copied whatever becomes of the file.
    if (dump !== undefined && !json) for (const line of linesAbout(dump)) print(line);
    const { written, files, journals, leftOut } = await orProblem(`${file} was not written.`, () =>
      makeBackup(data, file),
    );
    if (!written && dump === undefined) {
      const links = leftOut.length === 0 ? '' : ` ${LEFT_OUT} ${leftOut.join(', ')}.`;
      throw Problem.failure(
        `There is nothing to back up in ${data}. Name the folder with --data DIR.${links}`,
      );
    }
    if (json) {
      const run = dump !== undefined && { run: dump };
      print(JSON.stringify({ ...(written && { file }), data, journals, files, leftOut, ...run }));
      return 0;
    }
    if (written) {
      print(`${file} has a backup of ${data}:`);
      for (const line of summaryLines(files, journals)) print(line);
    } else {
      print(`There is nothing else to back up in ${data}: ${file} was not written.`);
    }
    if (leftOut.length > 0) print(LEFT_OUT);
    for (const path of leftOut) print(`  ${path}`);
    return 0;
  },
});
