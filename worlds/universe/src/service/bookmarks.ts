import type { Bookmark, Journal } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import { nearMatches } from '@worldwire/server/kit';
import { noRevision } from './earlier-states.js';
import type { LoadedUniverse } from './loaded-universe.js';
import { notFound, withStoreErrors } from './service-errors.js';

/** Of one universe. */
export const MAX_BOOKMARKS = 200;
export const MAX_BOOKMARK_NAME = 100;
/** Control characters and lone surrogates, which stores cannot keep. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

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
    principal: string,
  ): Promise<Bookmark | undefined> {
    const { id, incarnation } = loaded.head;
    const all = await this.list(loaded);
    const before = all.find(bookmark => bookmark.name === name);
    this.check(loaded, name, revision, all);
    const at = new Date(this.host.now()).toISOString();
    const saving = this.host.journal.saveBookmark(id, { name, revision, at, principal }, incarnation);
    if (!(await withStoreErrors(id, saving))) throw notFound(id);
    return before;
  }

  /** Returns the removed bookmark. */
  async remove(loaded: LoadedUniverse, name: string): Promise<Bookmark> {
    const { id, incarnation } = loaded.head;
    const all = await this.list(loaded);
    const before = all.find(bookmark => bookmark.name === name);
    if (before === undefined) throw unknownBookmark(id, name, all);
    await withStoreErrors(id, this.host.journal.removeBookmark(id, name, incarnation));
    return before;
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
    if (revision > newest) throw noRevision(id, revision, newest);
    if (all.length < MAX_BOOKMARKS || all.some(bookmark => bookmark.name === name)) return;
    throw new WorldError(
      'Conflict',
      `Universe "${id}" has ${MAX_BOOKMARKS} bookmarks, which is the limit.`,
      'Remove one first: {"type":"bookmark","name":"…","remove":true}. Or move one to another revision.',
    );
  }

  /** The revision with the name. */
  async revisionOf(loaded: LoadedUniverse, name: string): Promise<number> {
    const all = await this.list(loaded);
    const found = all.find(bookmark => bookmark.name === name);
    if (found === undefined) throw unknownBookmark(loaded.id, name, all);
    return found.revision;
  }
}

function unknownBookmark(id: string, name: string, all: readonly Bookmark[]): WorldError {
  const names = all.map(bookmark => bookmark.name);
  const near = nearMatches(name, names);
  const some = (near.length > 0 ? near : names.slice(0, 5)).map(one => JSON.stringify(one)).join(', ');
  return new WorldError(
    'NotFound',
    `Universe "${id}" has no bookmark ${JSON.stringify(name.slice(0, MAX_BOOKMARK_NAME))}.`,
    some === ''
      ? `It has no bookmarks: give the number of a revision, which universe://${id}/history lists.`
      : `${near.length > 0 ? 'Did you mean' : 'Its bookmarks are'} ${some}${near.length > 0 ? '?' : '.'}`,
  );
}
