import { WebFeed } from '../api/web.js';

/** The feed, until its reader may no longer read: rights change and expire while it is open. */
export function readableFeed({ start, form, unchunked }: WebFeed, mayRead: () => boolean): WebFeed {
  return new WebFeed(
    reader =>
      start({
        write(frames) {
          if (mayRead()) return reader.write(frames);
          reader.end();
          return false;
        },
        get drained() {
          return reader.drained;
        },
        set drained(listener) {
          reader.drained = listener;
        },
        end: () => reader.end(),
      }),
    form,
    unchunked,
  );
}
