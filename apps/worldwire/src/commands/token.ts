import type { Rights } from '@worldwire/server/internal';
import { didYouMean } from '@worldwire/server/kit/near-matches';
import { defineCommand } from '../command-line/command.js';
import type { Shell } from '../command-line/shell.js';
import { Problem } from '../errors/problem.js';
import { CONFIG_FLAG, SERVER_FLAGS } from '../settings/server-flags.js';
import { readSettings } from '../settings/settings.js';

const ACTIONS = ['new', 'list', 'revoke'] as const;
type Action = (typeof ACTIONS)[number];

export const command = defineCommand({
  name: 'token',
  words: '<new|list|revoke>',
  about:
    'Creates a token with rights, and writes its hash into the token file; lists the names in the file; or revokes a name.',
  flags: {
    rights: {
      type: 'string',
      value: 'RIGHTS',
      about:
        'for new: read, write, eval, operate or approve, each alone or as world:right or world:right:Tool*,Tool2',
    },
    expires: { type: 'string', value: 'DATE', about: 'for new: 2027-01-31 or 2027-01-31T12:00:00Z' },
    'token-file': SERVER_FLAGS['token-file'],
    json: SERVER_FLAGS.json,
    ...CONFIG_FLAG,
  },
  examples: [
    'token new alice --rights "universe:write unity:read" --token-file tokens.txt',
    'token list --token-file tokens.txt',
    'token revoke alice --token-file tokens.txt',
  ],
  async run({ values, words }, shell) {
    const { rights, expires, ...others } = values;
    const { action, name } = readWords(words, { rights, expires });
    const { tokenFile, json } = await readSettings({ values: others, words: [] }, shell.environment);
    if (tokenFile === undefined) {
      throw Problem.usage(`token ${action}: name the file with --token-file FILE.`);
    }
    const { addToken, listTokens, revokeTokens } = await import('../tokens/edit-token-file.js');
    if (action === 'list') printList(await listTokens(tokenFile), json, shell);
    else if (action === 'revoke') {
      const removed = await revokeTokens(tokenFile, name);
      shell.print(
        json
          ? JSON.stringify({ revoked: name, tokens: removed, file: tokenFile })
          : `${name} is revoked: ${removed} ${removed === 1 ? 'token' : 'tokens'} removed from ${tokenFile}. A running server reads the file within a second.`,
      );
    } else {
      const given = { name, rights: rights ?? '', expires };
      const token = await addToken(tokenFile, given, Date.now());
      if (json) shell.print(JSON.stringify({ token, ...given, file: tokenFile }));
      else {
        shell.print(token);
        shell.print(
          `It is not shown again. ${name} sends it as "Authorization: Bearer TOKEN", or sets WORLDWIRE_TOKEN to it for "setup --token-env". ${tokenFile} has its hash.`,
        );
      }
    }
    return 0;
  },
});

function readWords(
  [word, name, ...more]: readonly string[],
  { rights, expires }: { readonly rights: string | undefined; readonly expires: string | undefined },
): { readonly action: Action; readonly name: string } {
  const action = ACTIONS.find(each => each === word);
  if (action === undefined) {
    const near = word === undefined ? '' : didYouMean(word, ACTIONS);
    throw Problem.usage(
      `token: say what to do, as in "token new alice --rights read", "token list" or "token revoke alice".${near}`,
    );
  }
  if (more.length > 0 || (name === undefined) !== (action === 'list')) {
    throw Problem.usage(
      action === 'list'
        ? 'token list: takes no name.'
        : `token ${action}: give one name, as in "token ${action} alice".`,
    );
  }
  if (action !== 'new' && (rights ?? expires) !== undefined) {
    throw Problem.usage(`token ${action}: --rights and --expires are for token new.`);
  }
  if (action === 'new' && rights === undefined) {
    throw Problem.usage(
      'token new: say what the token allows, such as --rights read, --rights "universe:write unity:read", or --rights eval for every call.',
    );
  }
  return { action, name: name ?? '' };
}

interface Listed {
  readonly name: string;
  readonly rights: Rights;
  readonly expires: string | undefined;
}

function printList(tokens: readonly Listed[], json: boolean, { print }: Shell): void {
  if (json) {
    const rows = tokens.map(({ name, rights, expires }) => ({ name, rights: rights.words, expires }));
    return print(JSON.stringify({ tokens: rows }));
  }
  const rows = [
    ['NAME', 'RIGHTS', 'EXPIRES'],
    ...tokens.map(({ name, rights, expires }) => [name, rights.words.join(' '), expires ?? 'never']),
  ];
  const widths = [0, 1].map(column => Math.max(...rows.map(row => row[column]?.length ?? 0)) + 2);
  for (const [name = '', rights = '', expires] of rows)
    print(`${name.padEnd(widths[0] as number)}${rights.padEnd(widths[1] as number)}${expires}`);
}
