import type { Flags, Values } from '../command-line/flags.js';
import { Problem } from '../errors/problem.js';
import { type OwnSettings, worldEntry } from './world-entry.js';

/** Where the Remote Control API of an editor listens by default. */
export const DEFAULT_EDITOR = 'http://127.0.0.1:30010';

const PASSPHRASE = 'WORLDWIRE_UNREAL_PASSPHRASE';

const FLAGS = {
  editor: {
    type: 'string',
    value: 'URL',
    about: 'Remote Control API of a running Unreal Editor',
    fallback: `${DEFAULT_EDITOR} if an editor answers there`,
    variable: 'WORLDWIRE_UNREAL_URL',
  },
  project: {
    type: 'string',
    value: 'DIR',
    path: true,
    about: 'folder of an Unreal project, or its .uproject file; works without an editor',
  },
} as const satisfies Flags;

export interface UnrealSettings extends OwnSettings {
  /** The Remote Control API of a running editor. */
  readonly editor: string | undefined;
  readonly passphrase: string | undefined;
  /** The folder of a project, or its .uproject file. */
  readonly project: string | undefined;
}

export const unreal = worldEntry({
  name: 'unreal',
  summary: 'an Unreal project: through its editor, from its files, or a sample of one',
  defaultPort: 30_069,
  flags: FLAGS,
  variables: { [PASSPHRASE]: 'passphrase of the Remote Control API of an editor on another machine' },
  readSettings: ({ editor, project }: Values<typeof FLAGS>, { variables, check }): UnrealSettings => ({
    editor: check('editor', () => readAddress(editor)),
    passphrase: variables[PASSPHRASE] || undefined,
    project,
  }),
  async open(options) {
    const [{ openUnrealWorld }, log] = await Promise.all([import('./open-unreal.js'), options.log]);
    return openUnrealWorld(options, log);
  },
  async diagnose(options) {
    const { checkUnreal } = await import('./unreal-check.js');
    return checkUnreal(options);
  },
});

function readAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url !== undefined && url.username === '' && url.password === '' && url.pathname === '/';
  if (plain && /^https?:$/.test(url.protocol)) return url.origin;
  throw Problem.usage(
    `--editor takes the address of the Remote Control API, without a path or a password: ${DEFAULT_EDITOR}. ${PASSPHRASE} has its passphrase.`,
  );
}
