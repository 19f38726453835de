import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { defineCommand } from '../command-line/command.js';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import { ownDependency } from '../process/own-dependency.js';
import { makeFolder } from '../storage/data-folder.js';
import { isFreeName } from '../worlds/world-module.js';

const TEMPLATE = new URL('../../template/', import.meta.url);
/** Files of the template, by their names in the project. Tests in packages are not published, hence the other name. */
const FILES = { 'README.md': 'README.md', 'world.js': 'world.js', 'world.test.js': 'world-test.js' };
/** The name of the world in the template. */
const PLACEHOLDER = 'my-world';
const NAME = /^[a-z][a-z0-9-]{0,39}$/;
/** Not that of a server that a person has running already, with its console at 3000. */
const PORT = 4100;
const SDK_VERSION = '^1.32.2';
const ZOD_VERSION = '^4.6.7';

export const command = defineCommand({
  name: 'create',
  words: '<folder>',
  about: 'Writes a small project with a world of your own, a test with a real client, and a README.',
  flags: {},
  examples: ['create my-world'],
  async run({ words }, { environment, print }) {
    const [given, ...more] = words;
    if (given === undefined || more.length > 0) {
      throw Problem.usage('create: name one folder, as in "worldwire create my-world".');
    }
    const folder = resolve(environment.cwd, given);
    const name = readName(basename(folder));
    await checkEmpty(folder);
    await makeFolder(folder, 0o777).catch(failed(folder));
    await writeFile(join(folder, 'package.json'), manifest(name, folder)).catch(failed(folder));
    for (const [file, source] of Object.entries(FILES)) {
      const text = await readFile(new URL(source, TEMPLATE), 'utf8');
      await writeFile(join(folder, file), text.replaceAll(PLACEHOLDER, name)).catch(failed(folder));
    }
    print(`Wrote ${['package.json', ...Object.keys(FILES)].join(', ')} to ${folder}. Next:

  cd ${relative(environment.cwd, folder) || '.'}
  npm install
  npm test
  npm start
  npx worldwire setup claude-code --world ./world.js`);
    return 0;
  },
});

function readName(name: string): string {
  if (!NAME.test(name)) {
    throw Problem.usage(
      `create: "${name}" is not a name for a world. Use lower-case letters, digits and "-", such as ${PLACEHOLDER}.`,
    );
  }
  if (isFreeName(name)) return name;
  throw Problem.usage(`create: "${name}" is the name of a part of worldwire. Choose another name.`);
}

async function checkEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((thrown: unknown) => {
    if (codeOf(thrown) === 'ENOENT') return [];
    throw Problem.failure(`${folder} cannot be used. ${reasonOf(thrown)}`, thrown);
  });
  if (entries.length === 0) return;
  throw Problem.failure(`${folder} is not empty. Name a new folder, or an empty one.`);
}

function failed(folder: string): (thrown: unknown) => never {
  return thrown => {
    throw Problem.failure(`${folder} cannot be written. ${reasonOf(thrown)}`, thrown);
  };
}

function manifest(name: string, folder: string): string {
  const content = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: { start: `worldwire serve ./world.js --port ${PORT}`, test: 'node --test' },
    dependencies: { worldwire: ownDependency(folder), zod: ZOD_VERSION },
    devDependencies: { '@modelcontextprotocol/sdk': SDK_VERSION },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
