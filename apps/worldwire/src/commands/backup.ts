import { resolve } from 'node:path';
import { orProblem } from '../backup/or-problem.js';
import { defineCommand } from '../command.js';
import { Problem } from '../problem.js';
import { CONFIG_FLAG, readSettings, SERVER_FLAGS } from '../settings.js';

export const command = defineCommand({
  name: 'backup',
  words: '<file>',
  about: 'Writes all that the data folder keeps into one file, also while servers run, and checks the file.',
  flags: { data: SERVER_FLAGS.data, store: SERVER_FLAGS.store, json: SERVER_FLAGS.json, ...CONFIG_FLAG },
  examples: ['backup universe-monday.backup', 'backup /mnt/backups/today --data /srv/worldwire'],
  async run({ values, words }, { surroundings, print }) {
    const [name, ...more] = words;
    if (name === undefined || more.length > 0) {
      throw Problem.usage('backup: name one file to write, as in "worldwire backup universe.backup".');
    }
    const { data, store, json } = await readSettings({ values, words: [] }, surroundings);
    const file = resolve(surroundings.cwd, name);
    const [{ makeBackup }, { summaryLines }, { dumpCommand, isPostgres, PASSWORD_ADVICE }] =
      await Promise.all([
        import('../backup/make-backup.js'),
        import('../backup/summary.js'),
        import('../backup/postgres-command.js'),
      ]);
    const { files, journals } = await orProblem(`${file} was not written.`, () => makeBackup(data, file));
    const elsewhere = isPostgres(store) ? dumpCommand(store) : undefined;
    if (json) {
      print(
        JSON.stringify({ file, data, journals, files, ...(elsewhere !== undefined && { run: elsewhere }) }),
      );
      return 0;
    }
    print(`${file} has a backup of ${data}:`);
    for (const line of summaryLines(files, journals)) print(line);
    if (elsewhere !== undefined) {
      print(`The universe is in PostgreSQL and not in this file. Run: ${elsewhere}`);
      print(PASSWORD_ADVICE);
    }
    return 0;
  },
});
