import type { Bookmark, Journal } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import { nearMatches } from '@worldwire/server/kit';
import { MAX_BOOKMARK_NAME } from '../domain/index.js';
import { noRevision } from './earlier-states.js';
import type { LoadedUniverse } from './loaded-universe.js';
import { notFound, withStoreErrors } from './service-errors.js';

/** Of one universe. */
export const MAX_BOOKMARKS = 200;
/** Control characters and lone surrogates, which stores cannot keep. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;
/** The number of a revision. */
const DIGITS = /^\d{1,15}$/;
const ISO_DATE = /^\d{4}-\d\d-\d\d/;
const MAX_LISTED = 5;

export type { Bookmark };

interface Host {
  readonly journal: Journal;
  readonly now: () => number;
}

/** Names for revisions. They are stored beside the log and are not entries of it. */
export class Bookmarks {
  constructor(readonly host: Host) {}

  list({ head: { id, incarnation } }: LoadedUniverse): Promise<readonly Bookmark[]> {
    return withStoreErrors(id, this.host.journal.bookmarks(id, incarnation));
  }

  /** Sets the bookmark, or moves the one with the name. Returns the one before. */
  async set(
    loaded: LoadedUniverse,
    name: string,
    revision: number,
    by: string,
  ): Promise<Bookmark | undefined> {
    const { id, incarnation } = loaded.head;
    const all = await this.list(loaded);
    const before = all.find(bookmark => bookmark.name === name);
    this.check(loaded, name, revision, all);
    const at = new Date(this.host.now()).toISOString();
    const saving = this.host.journal.saveBookmark(id, { name, revision, at, principal: by }, incarnation);
    if (!(await withStoreErrors(id, saving))) throw notFound(id);
    return before;
  }

  async remove(loaded: LoadedUniverse, name: string): Promise<void> {
    const { id, incarnation } = loaded.head;
    this.checkRemoval(loaded, name, await this.list(loaded));
    await withStoreErrors(id, this.host.journal.removeBookmark(id, name, incarnation));
  }

  /** Throws if there is no such bookmark. */
  checkRemoval(loaded: LoadedUniverse, name: string, all: readonly Bookmark[]): void {
    if (!all.some(bookmark => bookmark.name === name)) throw unknownBookmark(loaded, name, all);
  }

  /** Throws if the bookmark cannot be set. */
  check({ id, revision: newest }: LoadedUniverse, name: string, revision: number, all: readonly Bookmark[]) {
    if (name.trim() === '' || name.length > MAX_BOOKMARK_NAME || UNPRINTABLE.test(name)) {
      throw new WorldError(
        'InvalidArgument',
        `The name of a bookmark must have 1 to ${MAX_BOOKMARK_NAME} characters, none of them control characters.`,
        'For example: {"type":"bookmark","name":"before the merger"}.',
      );
    }
    if (/^\d+$/.test(name)) {
      throw new WorldError(
        'InvalidArgument',
        `The name of the bookmark, "${name}", has only digits, like the number of a revision.`,
        `Use a name with a letter: {"type":"bookmark","name":"v${name}"}.`,
      );
    }
    if (revision > newest) throw noRevision(id, revision, newest);
    if (all.length < MAX_BOOKMARKS || all.some(bookmark => bookmark.name === name)) return;
    throw new WorldError(
      'Conflict',
      `Universe "${id}" has ${MAX_BOOKMARKS} bookmarks, which is the limit.`,
      'Remove one first: {"type":"bookmark","name":"…","remove":true}. Or move one to another revision.',
    );
  }

  /** The number of a revision that is given as a number, as digits, or by the name of a bookmark. */
  async revisionOf(loaded: LoadedUniverse, given: number | string): Promise<number> {
    if (typeof given === 'number') return given;
    const all = await this.list(loaded);
    const found = all.find(bookmark => bookmark.name === given);
    if (found !== undefined) return found.revision;
    if (DIGITS.test(given)) return Number(given);
    throw unknownBookmark(loaded, given, all);
  }
}

function unknownBookmark(
  { id, revision }: LoadedUniverse,
  name: string,
  all: readonly Bookmark[],
): WorldError {
  const names = all.map(bookmark => bookmark.name);
  const near = nearMatches(name, names);
  const dated = ISO_DATE.test(name)
    ? ' A date is not a revision; "at" of get_universe_state gives positions at a date.'
    : '';
  const some = (near.length > 0 ? near : names.slice(0, MAX_LISTED)).map(one => JSON.stringify(one));
  return new WorldError(
    'NotFound',
    `Universe "${id}" has no bookmark ${JSON.stringify(name.slice(0, MAX_BOOKMARK_NAME))}.`,
    `${some.length === 0 ? 'There are no bookmarks.' : `Bookmarks: ${some.join(', ')}.`} A revision is a number from 0 to ${revision}; universe://${id}/history lists them with their times.${dated}`,
  );
}
