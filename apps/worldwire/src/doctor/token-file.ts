import { readFile } from 'node:fs/promises';
import { isLoopback, parseTokenLines, type TokenLine } from '@worldwire/transports/http';
import { reasonOf } from '../errors/problem.js';
import { type Finding, fail, ok, warn } from '../findings/finding.js';
import type { Settings } from '../settings/settings.js';
import { dateText } from '../tokens/edit-token-file.js';
import { checkReaders } from './file-readers.js';

const CHECK = 'token file';
const SOON_MS = 14 * 24 * 60 * 60 * 1_000;
const MAX_LISTED = 20;

type Given = Pick<Settings, 'tokenFile' | 'host' | 'oauth' | 'worlds'>;

/** Whether the file can be used, who else can read it, which tokens are or soon will be useless, and the rights of each name. */
export async function checkTokenFile(
  { tokenFile, host, oauth, worlds }: Given,
  platform: NodeJS.Platform,
): Promise<Finding> {
  if (tokenFile === undefined) {
    if (isLoopback(host)) return ok(CHECK, `none, and none is needed: only this machine reaches ${host}`);
    if (oauth !== undefined)
      return ok(CHECK, 'none, and none is needed: clients send access tokens of OAuth');
    const fix = 'Give --token-file FILE, or leave out --host.';
    return fail(CHECK, `none, and others reach ${host}, so serve refuses to start.`, fix);
  }
  let lines: readonly TokenLine[];
  try {
    lines = parseTokenLines(await readFile(tokenFile, 'utf8'));
    if (lines.length === 0) throw new Error('The token file contains no token.');
  } catch (thrown) {
    return fail(
      CHECK,
      `The token file ${tokenFile} cannot be used: ${reasonOf(thrown)}`,
      'Give a file with lines of "name token [rights…]", each token 16 characters or longer. "worldwire token new NAME --rights read" writes one.',
    );
  }
  return (
    (await checkReaders(CHECK, tokenFile, platform)) ??
    checkDates(tokenFile, lines, Date.now()) ??
    checkWorlds(
      tokenFile,
      lines,
      worlds.map(({ name }) => name),
    ) ??
    ok(CHECK, `${tokenFile} is readable by its owner alone: ${summary(lines)}`)
  );
}

function checkDates(file: string, lines: readonly TokenLine[], now: number): Finding | undefined {
  const ending = lines.filter(({ expiresAt }) => expiresAt < now + SOON_MS);
  if (ending.length === 0) return undefined;
  const tokens = ending.map(
    ({ number, name, expiresAt }) =>
      `${name} (line ${number}) ${expiresAt <= now ? 'expired' : 'expires'} ${dateText(expiresAt)}`,
  );
  return warn(
    CHECK,
    `${file}: ${listed(tokens)}.`,
    'Create other tokens with "worldwire token new NAME --rights …", and remove these lines.',
  );
}

function checkWorlds(
  file: string,
  lines: readonly TokenLine[],
  served: readonly string[],
): Finding | undefined {
  const wrong = lines.flatMap(({ number, name, rights }) => {
    const others = rights.worlds.filter(world => !served.includes(world));
    return others.length === 0 ? [] : [`${name} (line ${number}) has rights in ${others.join(', ')}`];
  });
  if (wrong.length === 0) return undefined;
  return warn(
    CHECK,
    `${file}: ${listed(wrong)}, and the server has ${served.join(', ')}.`,
    'If a name is misspelled, correct the line. If another server uses the file too, nothing is wrong.',
  );
}

function summary(lines: readonly TokenLine[]): string {
  return listed(
    lines.map(({ name, rights, expiresAt }) => {
      const date = dateText(expiresAt);
      return `${name} has ${rights.words.join(' ')}${date === undefined ? '' : ` until ${date}`}`;
    }),
  );
}

function listed(items: readonly string[]): string {
  const more = items.length - MAX_LISTED;
  return [...items.slice(0, MAX_LISTED), ...(more > 0 ? [`${more} more`] : [])].join('; ');
}
