import type { Command } from '../command-line/command.js';
import type { CommandSummary } from '../command-line/help.js';

/** A command, whose code is imported when it is called. */
export interface CommandEntry extends CommandSummary {
  /** Runs until it is stopped. A closed standard output is not a failure. */
  readonly serves: boolean;
  load(): Promise<{ readonly command: Command }>;
}

export const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map([
  server('serve [world|file…]', 'serves worlds over HTTP', () => import('./serve.js')),
  server('stdio <world|file>', 'serves one world on standard input and output', () => import('./stdio.js')),
  entry('worlds', 'lists worlds, their tools and access levels', () => import('./worlds.js')),
  entry(
    'doctor [world|file…]',
    'checks what a server needs, and says how to fix what is wrong',
    () => import('./doctor.js'),
  ),
  entry(
    'backup <file>',
    'writes the data folder into one file, also while servers run',
    () => import('./backup.js'),
  ),
  entry('restore <file>', 'replaces the data folder by a backup', () => import('./restore.js')),
  entry(
    'audit [verify]',
    'prints the records of the audit, or checks that none was changed',
    () => import('./audit.js'),
  ),
  entry(
    'approve [id]',
    'lists calls that wait for the approval of a person, and decides on them',
    () => import('./approve.js'),
  ),
  entry(
    'console',
    'prints a link that opens the console of a running server once',
    () => import('./console.js'),
  ),
  entry('sessions', 'lists the sessions of a running server, and ends them', () => import('./sessions.js')),
  entry(
    'calls [end]',
    'lists what is in flight and open in a running server, and ends it',
    () => import('./calls.js'),
  ),
  entry('stop', 'closes all writes of a running server; it runs on', () => import('./stop.js')),
  entry('resume', 'reopens what stop closed', () => import('./resume.js')),
  entry(
    'gates [world]',
    'shows what is open in each world of a running server, and sets it',
    () => import('./gates.js'),
  ),
  entry('create <folder>', 'writes a small project with a world of your own', () => import('./create.js')),
  entry('token <new|list|revoke>', 'creates, lists and revokes tokens', () => import('./token.js')),
  entry('setup <client>', 'adds a world to the configuration of a client', () => import('./setup.js')),
]);

export const HELP = { help: { type: 'boolean', short: 'h', about: 'this text' } } as const;

function entry(usage: string, about: string, load: CommandEntry['load'], serves = false) {
  const [name = '', words = ''] = usage.split(' ', 2);
  return [name, { words, about, serves, load }] as const;
}

function server(usage: string, about: string, load: CommandEntry['load']) {
  return entry(usage, about, load, true);
}
