import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { orProblem } from '../backup/or-problem.js';
import { defineCommand } from '../command-line/command.js';
import { Problem, reasonOf } from '../errors/problem.js';
import { CONFIG_FLAG, SERVER_FLAGS } from '../settings/server-flags.js';
import { readSettings } from '../settings/settings.js';

export const command = defineCommand({
  name: 'restore',
  words: '<file>',
  about:
    'Checks a backup and puts it in the place of the data folder. No server may use the folder meanwhile.',
  flags: {
    data: SERVER_FLAGS.data,
    store: SERVER_FLAGS.store,
    force: {
      type: 'boolean',
      about: 'restore although the folder has data, which is kept under another name',
    },
    json: SERVER_FLAGS.json,
    ...CONFIG_FLAG,
  },
  examples: ['restore universe-monday.backup --force', 'restore today --data /srv/new'],
  async run({ values, words }, { environment, print }) {
    const { force = false, ...others } = values;
    const { data, store, json } = await readSettings({ values: others, words: [] }, environment);
    const [{ restoreBackup }, { summaryLines }, { isPostgres, linesAbout, restoreCommand }] =
      await Promise.all([
        import('../backup/restore-backup.js'),
        import('../backup/summary.js'),
        import('../backup/postgres-command.js'),
      ]);
    const fromDump = isPostgres(store) ? restoreCommand(store) : undefined;
    const run = fromDump !== undefined && { run: fromDump };
    const [name, ...more] = words;
    if ((name === undefined && fromDump === undefined) || more.length > 0) {
      throw Problem.usage('restore: name one file that "worldwire backup" wrote.');
    }
    if (fromDump !== undefined && !json) for (const line of linesAbout(fromDump)) print(line);
    if (name === undefined) {
      if (json) print(JSON.stringify(run));
      return 0;
    }
    const file = resolve(environment.cwd, name);
    await access(file).catch((thrown: unknown) => {
      throw Problem.failure(`${file} cannot be read. ${reasonOf(thrown)}`, thrown);
    });
    const { files, journals, kept } = await orProblem(`${data} was not restored.`, () =>
      restoreBackup(file, data, { force, now: new Date() }),
    );
    if (json) {
      print(JSON.stringify({ file, data, journals, files, ...(kept !== undefined && { kept }), ...run }));
      return 0;
    }
    print(`${data} is restored from ${file}:`);
    for (const line of summaryLines(files, journals)) print(line);
    if (kept !== undefined) print(`What was there before is in ${kept}. Remove it when it is not needed.`);
    return 0;
  },
});
