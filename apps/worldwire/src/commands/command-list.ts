import type { Command } from '../command-line/command.js';
import type { CommandSummary } from '../command-line/help.js';

/** A command, whose code is imported when it is called. */
export interface CommandEntry extends CommandSummary {
  /** Runs until it is stopped. A closed standard output is not a failure. */
  readonly serves?: true;
  load(): Promise<{ readonly command: Command }>;
}

export const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>([
  [
    'serve',
    {
      words: '[world|file…]',
      about: 'serves worlds over HTTP',
      serves: true,
      load: () => import('./serve.js'),
    },
  ],
  [
    'stdio',
    {
      words: '<world|file>',
      about: 'serves one world on standard input and output',
      serves: true,
      load: () => import('./stdio.js'),
    },
  ],
  [
    'worlds',
    {
      words: '',
      about: 'lists worlds, their tools and access levels',
      load: () => import('./worlds.js'),
    },
  ],
  [
    'doctor',
    {
      words: '[world|file…]',
      about: 'checks what a server needs, and says how to fix what is wrong',
      load: () => import('./doctor.js'),
    },
  ],
  [
    'backup',
    {
      words: '<file>',
      about: 'writes the data folder into one file, also while servers run',
      load: () => import('./backup.js'),
    },
  ],
  [
    'restore',
    {
      words: '<file>',
      about: 'replaces the data folder by a backup',
      load: () => import('./restore.js'),
    },
  ],
  [
    'create',
    {
      words: '<folder>',
      about: 'writes a small project with a world of your own',
      load: () => import('./create.js'),
    },
  ],
  [
    'setup',
    {
      words: '<client>',
      about: 'adds a world to the configuration of a client',
      load: () => import('./setup.js'),
    },
  ],
]);

export const HELP = { help: { type: 'boolean', short: 'h', about: 'this text' } } as const;
