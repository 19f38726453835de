import type { CredentialEnds } from '@worldwire/server/internal';
import {
  CODE_MS,
  type ConsoleOptions,
  ConsoleSessions,
  type PageFile,
  type SignIn,
} from '@worldwire/transports/http';
import { RefusalQuota } from '../audit/refusal-quota.js';
import { reasonOf } from '../errors/problem.js';
import type { OperatorNote } from '../operator/operated.js';
import { readPackage } from '../process/version.js';
import { LinkPages } from './link-pages.js';
import { listPageFiles, pageFolder } from './page-files.js';

const REFUSED = 'console login refused';
const FRAGMENT = '#login=';

interface ConsoleHost {
  readonly limits: { readonly consoleSessions: number };
  readonly date: () => number;
  readonly credentials: CredentialEnds;
  readonly log: { info(details: object, text: string): void; warn(details: object, text: string): void };
  readonly audit: { note?(note: OperatorNote): void | Promise<void> };
}

/** The console of a process. */
export interface OpenedConsole extends ConsoleOptions {
  /** A link to the page at this address that opens one session of the user who runs the server. */
  link(url: string): string;
  /** The path of a page for the browser of this user, which leads to such a link. It is removed when the link is used or expires. */
  linkPage(link: string): string;
  /** Removes the pages of links. */
  close(): void;
}

export async function openConsole(
  { limits, date, log, audit, credentials }: ConsoleHost,
  signIn: SignIn | undefined,
  data: string,
  command: string,
): Promise<OpenedConsole> {
  const ended = () => credentials.recheck();
  const sessions = new ConsoleSessions({ max: limits.consoleSessions, date, ended });
  credentials.add(sessions);
  const pages = new LinkPages(data, log);
  const note: ConsoleOptions['note'] = async (principal, what, details) => {
    log.info({ principal, ...details }, what);
    await audit.note?.({ kind: 'operator', principal, what, ...(details && { details }) });
  };
  // Attempts without a credential must not fill the audit.
  const quota = new RefusalQuota(({ principal, count }) => void note(principal, REFUSED, { more: count }));
  return {
    sessions,
    files: await filesOrNone(log),
    command,
    ...(signIn !== undefined && { signIn }),
    version: readPackage().version,
    link: url => url + FRAGMENT + sessions.mintCode(),
    linkPage(link) {
      const page = pages.write(link, CODE_MS);
      sessions.whenSpent(link.slice(link.indexOf(FRAGMENT) + FRAGMENT.length), () => pages.remove(page));
      return page;
    },
    close: () => pages.close(),
    note,
    refused: (principal, details) =>
      quota.admits(principal) ? note(principal, REFUSED, details) : undefined,
  };
}

/** A server whose installation lacks the page still serves its worlds. */
async function filesOrNone(log: ConsoleHost['log']): Promise<ReadonlyMap<string, PageFile>> {
  try {
    return await listPageFiles(pageFolder(), thrown =>
      log.warn({ reason: reasonOf(thrown) }, 'a file of the console cannot be read'),
    );
  } catch (thrown) {
    log.warn({ reason: reasonOf(thrown) }, 'the page of the console is missing: install worldwire again');
    return new Map();
  }
}
