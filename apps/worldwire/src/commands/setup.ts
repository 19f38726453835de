import { resolve } from 'node:path';
import { didYouMean } from '@worldwire/server/kit/near-matches';
import { defineCommand } from '../command-line/command.js';
import type { Values } from '../command-line/flags.js';
import type { Shell } from '../command-line/shell.js';
import { Problem } from '../errors/problem.js';
import { SSE_PATH } from '../serving/sse-path.js';
import { stdioFlags } from '../settings/server-flags.js';
import { type Client, entryOf } from '../setup/client.js';
import { edited, readClientFile } from '../setup/client-file.js';
import { listClients } from '../setup/client-list.js';
import { CLIENTS } from '../setup/clients.js';
import { KEY_PREFIX, type Launch, stdioLaunch } from '../setup/entry.js';
import { type EntryPath, type FileFormat, loadFormat } from '../setup/format.js';
import { replaceFile } from '../setup/replace-file.js';
import { isStoreLeftOut, startFlags } from '../setup/start-flags.js';
import { PUBLIC_WORLDS } from '../worlds/world-list.js';
import { importWorlds, isModulePath } from '../worlds/world-module.js';

const DEFAULT_WORLD = PUBLIC_WORLDS[0]?.name as string;

const FLAGS = {
  world: {
    type: 'string',
    value: 'NAME|FILE',
    about: 'the world, or a module that exports one',
    fallback: DEFAULT_WORLD,
  },
  http: { type: 'string', value: 'URL', about: 'URL of a running server, instead of a program to start' },
  'token-env': {
    type: 'string',
    value: 'NAME',
    about: 'environment variable of the client that has the token for that server',
  },
  global: {
    type: 'boolean',
    about: 'write the file of the user instead of that of the folder, where the client has one',
  },
  file: { type: 'string', value: 'PATH', about: 'file to write, instead of the file of the client' },
  print: { type: 'boolean', about: 'print the entry and write nothing' },
  remove: { type: 'boolean', about: 'remove the entry' },
  list: {
    type: 'boolean',
    about: 'list the clients, their files, and whether they take --http and --token-env',
  },
} as const;

export const command = defineCommand({
  name: 'setup',
  words: '<client>',
  about: `Writes an entry for a world to the configuration file of a client, with the flags of the world. The rest of the file stays as it is, comments included.

Clients: ${[...CLIENTS.keys()].join(', ')}.`,
  flags: { ...FLAGS, ...stdioFlags() },
  examples: [
    'setup claude-code',
    'setup vscode --http http://127.0.0.1:3001/mcp',
    `setup claude-code --world unity --http http://127.0.0.1:51477${SSE_PATH}`,
    'setup cursor --global --world unity --allow writes',
    'setup claude-code --world unreal --project ~/Games/Harbour',
    'setup claude-desktop --print',
  ],
  async run({ values, words }, shell) {
    if (values.list) return list(words, shell);
    const client = findClient(words);
    const { cwd } = shell.environment;
    const given = values.world ?? DEFAULT_WORLD;
    const started = isModulePath(given) ? resolve(cwd, given) : given;
    const world = isModulePath(given) ? await nameIn(started, cwd) : given;
    const place: Place = {
      client,
      format: await loadFormat(client.format),
      path: findFile(client, values, shell),
      entryPath: [client.section, KEY_PREFIX + world],
    };
    if (values.remove) return remove(place, shell);
    const launch = await readLaunch(started, values, shell);
    const entry = readEntry(client, launch, KEY_PREFIX + world);
    if (values.print) {
      shell.print(place.format.render(place.entryPath, entry));
      return 0;
    }
    const code = await write(place, entry, shell);
    const { title } = client;
    if (code === 0 && launch.kind === 'http' && launch.tokenVariable !== undefined) {
      shell.print(
        `${title} sends the token that it finds in ${launch.tokenVariable}: set it where ${title} is started.`,
      );
    }
    if (code === 0 && launch.kind === 'stdio' && isStoreLeftOut(values, shell.environment)) {
      shell.print(`The store’s address may have a password. Set WORLDWIRE_STORE where ${title} is started.`);
    }
    return code;
  },
});

interface Place {
  readonly client: Client;
  readonly format: FileFormat;
  readonly path: string;
  readonly entryPath: EntryPath;
}

type SetupValues = Values<typeof FLAGS>;

function findClient(words: readonly string[]): Client {
  const [name, ...more] = words;
  const known = [...CLIENTS.keys()];
  const client = name === undefined || more.length > 0 ? undefined : CLIENTS.get(name);
  if (client !== undefined) return client;
  if (name === undefined || more.length > 0)
    throw Problem.usage(`setup: name one client: ${known.join(', ')}.`);
  throw Problem.usage(
    `setup: there is no client "${name}".${didYouMean(name, known)} Clients: ${known.join(', ')}.`,
  );
}

function findFile(client: Client, { file, global = false }: SetupValues, { environment }: Shell): string {
  if (file !== undefined) return resolve(environment.cwd, file);
  const path = client.file(environment, global);
  if (path !== undefined) return path;
  throw Problem.usage(`setup: ${client.title} has no --global file. Name a file with --file PATH.`);
}

/** The name of the world that a module exports. */
async function nameIn(path: string, cwd: string): Promise<string> {
  const names = (await importWorlds(path, cwd)).map(({ world }) => world.name);
  if (names.length === 1) return names[0] as string;
  throw Problem.usage(`setup: ${path} exports ${names.join(', ')}. A client starts one world: export one.`);
}

async function readLaunch(world: string, values: SetupValues, { environment }: Shell): Promise<Launch> {
  const { http, 'token-env': tokenVariable } = values;
  if (http === undefined) {
    if (tokenVariable !== undefined) {
      throw Problem.usage('setup: --token-env is for a running server: give its address with --http URL.');
    }
    return stdioLaunch(environment, world, await startFlags(world, values, environment));
  }
  const misplaced = Object.keys(stdioFlags()).find(name => Object.hasOwn(values, name));
  if (misplaced !== undefined) {
    throw Problem.usage(
      `setup: --${misplaced} belongs to the server at that URL: start it with --${misplaced}.`,
    );
  }
  if (!/^https?:\/\//.test(http) || !URL.canParse(http)) {
    throw Problem.usage(`--http ${http}: give the whole address, such as http://127.0.0.1:3001/mcp.`);
  }
  if (tokenVariable !== undefined && !/^[A-Za-z_]\w*$/.test(tokenVariable)) {
    throw Problem.usage(
      'setup: --token-env takes the name of a variable, such as WORLDWIRE_TOKEN, and not the token.',
    );
  }
  // The server may have worlds that this version does not know.
  if (!/^[\w.-]{1,64}$/.test(world)) {
    throw Problem.usage(`--world ${world}: with --http, give the name of the world at that URL.`);
  }
  return { kind: 'http', url: http, ...(tokenVariable !== undefined && { tokenVariable }) };
}

/** The entry. Throws when the client does not support the launch. */
function readEntry(client: Client, launch: Launch, key: string): object {
  const { title } = client;
  const entry = entryOf(client, launch, key);
  if (entry === undefined) {
    throw Problem.usage(
      `${title} takes no URL in its file. Leave out --http, and it starts the world itself.`,
    );
  }
  if (launch.kind === 'http' && launch.tokenVariable !== undefined && client.variable === undefined) {
    throw Problem.usage(
      `${title} takes no token from a variable. Leave out --http, and it starts the world itself. Or leave out --token-env, and add the header "Authorization" to the entry by hand.`,
    );
  }
  return entry;
}

async function write(place: Place, entry: object, shell: Shell): Promise<number> {
  const { client, format, path, entryPath } = place;
  const [, key] = entryPath;
  const file = await readClientFile(path, format);
  if (file.kind === 'broken') return handOver(place, entry, file.reason, shell);
  if (file.kind === 'absent') {
    await replaceFile(path, `${format.render(entryPath, entry)}\n`);
    return done(`Wrote ${key} to ${path}, a new file.`, client, shell);
  }
  const text = edit(path, () => edited(file, format, entryPath, entry));
  if (text === file.text) return done(`${key} is in ${path} already.`, client, shell);
  const backup = await replaceFile(path, file.mark + text);
  if (backup !== undefined) shell.print(`Kept a copy of the file: ${backup}`);
  return done(`Wrote ${key} to ${path}.`, client, shell);
}

async function remove({ format, path, entryPath }: Place, shell: Shell): Promise<number> {
  const [, key] = entryPath;
  const file = await readClientFile(path, format);
  if (file.kind === 'broken') {
    throw Problem.failure(`${path} is not ${format.title}, so nothing was changed: ${file.reason}`);
  }
  const text =
    file.kind === 'absent' ? undefined : edit(path, () => edited(file, format, entryPath, undefined));
  if (file.kind === 'absent' || text === undefined || text === file.text) {
    shell.print(`There is no ${key} in ${path}.`);
    return 0;
  }
  await replaceFile(path, file.mark + text);
  shell.print(`Removed ${key} from ${path}.`);
  return 0;
}

function edit(path: string, work: () => string): string {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    throw Problem.failure(
      `${path}: ${thrown.message} Nothing was changed. Edit the file by hand: --print shows the entry.`,
    );
  }
}

/** A file that cannot be parsed is not changed: the user pastes the entry. */
function handOver(
  { client, format, path, entryPath }: Place,
  entry: object,
  reason: string,
  shell: Shell,
): number {
  const hint = client.format === 'json' ? ' (comments?)' : '';
  shell.complain(
    `worldwire: ${path} is not ${format.title}${hint}, so nothing was changed: ${reason}. Correct that line, or paste this under "${client.section}" yourself:`,
  );
  shell.print(format.render(entryPath, entry));
  return 1;
}

function list(words: readonly string[], { print, environment }: Shell): number {
  if (words.length > 0)
    throw Problem.usage(`setup: leave out "${words.join(' ')}": --list shows every client.`);
  print(listClients(CLIENTS, environment));
  return 0;
}

function done(message: string, client: Client, shell: Shell): number {
  shell.print(message);
  shell.print(client.next);
  return 0;
}
