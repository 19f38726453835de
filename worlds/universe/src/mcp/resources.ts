import {
  type Context,
  type Resource,
  resource,
  SerializedJson,
  type Steps,
  type Template,
  template,
  WorldError,
} from '@worldwire/server';
import { fitItems } from '@worldwire/server/kit';
import { secondsOf } from '../queries/instant.js';
import { waitForTurn } from '../service/caller.js';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { Positions, Sky } from '../service/sky.js';
import type { Universes } from '../service/universes.js';
import { MAX_PIXELS, MIN_PIXELS } from '../sky/map/map-svg.js';
import { commandGuide } from './command-guide.js';
import { LargeRevisionCache, largeRevision } from './large-revisions.js';
import { changesPage, historyPage, noSuchChange, partPage } from './log-pages.js';
import { mapOptions, pictureBytes } from './picture-answer.js';
import { pageRoom, textBytesOf } from './result-budget.js';
import { readingAt } from './revision-argument.js';
import { StateAnswers } from './state-answers.js';
import { checkStateSubscription, refuseSubscription } from './subscription-checks.js';
import { allHeads, completeId } from './universe-heads.js';
import { COMMANDS_URI, changesUri, ephemerisUri, stateUri } from './uris.js';

const JSON_TYPE = 'application/json';
/** Entries read for a page, which has as many of them as fit. */
const PAGE = 100;

export function universeResources(): readonly Resource[] {
  return [
    resource({
      uri: COMMANDS_URI,
      name: 'commands',
      title: 'The commands of a universe',
      description: 'All commands by category, each with its fields and a working example.',
      mimeType: 'text/markdown',
      read: commandGuide,
    }),
  ];
}

export function universeTemplates(universes: Universes, sky: Sky): readonly Template[] {
  const largeRevisions = new LargeRevisionCache();
  const states = new StateAnswers(universes.work);
  const complete = { id: (value: string) => completeId(universes, value) };
  const unwatched = { mimeType: JSON_TYPE, complete, checkWatch: refuseSubscription };
  const reading =
    (
      look: (
        loaded: LoadedUniverse,
        variables: Readonly<Record<string, string>>,
        context: Context,
      ) => Promise<SerializedJson | Uint8Array | object>,
    ) =>
    async (variables: Readonly<Record<string, string>>, context: Context) => {
      const loaded = await openResource(universes, variables.id ?? '');
      const seen = await look(loaded, variables, context);
      return seen instanceof SerializedJson || seen instanceof Uint8Array ? seen : JSON.stringify(seen);
    };
  return [
    template({
      uriTemplate: 'universe://{id}/state{?revision,maxBytes}',
      name: 'state',
      title: 'The state of a universe',
      description:
        'The whole state, now or at a revision or bookmark; a summary if it is larger than maxBytes (default 65536). ' +
        'Subscribe without parameters to get a notification for every change.',
      mimeType: JSON_TYPE,
      complete,
      checkWatch: checkStateSubscription(universes),
      list: async () => {
        const heads = await allHeads(universes);
        return heads.map(({ id, name, revision }) => ({
          uri: stateUri(id),
          name: id,
          title: name,
          description: `The universe ${name}, at revision ${revision}.`,
          mimeType: JSON_TYPE,
        }));
      },
      read: reading(async (loaded, { revision = '' }, context) =>
        states.resource(
          await readingAt(universes, loaded, revision === '' ? undefined : revision, context),
          context,
        ),
      ),
    }),
    template({
      uriTemplate: 'universe://{id}/changes{?since,from,maxBytes}',
      name: 'changes',
      title: 'What changed in a universe',
      description:
        'Commands, events and changes after the revision `since`, oldest first, in pages: `next` is the URI of the next ' +
        'page. A revision larger than a page comes in parts; `from` is the index of the first change.',
      ...unwatched,
      read: reading(async (loaded, variables, context) => {
        const max = pageRoom(context);
        const since = whole('since', variables.since) ?? 0;
        const from = whole('from', variables.from) ?? 0;
        // The client may have the revision from another server on the same store.
        if (since > loaded.revision) await loaded.refresh();
        if (since > loaded.revision) {
          const message = `since is ${since}, but the revisions of universe "${loaded.id}" are 0 to ${loaded.revision}.`;
          throw new WorldError(
            'InvalidArgument',
            message,
            `Read ${changesUri(loaded.id, loaded.revision)} later.`,
          );
        }
        const position = { id: loaded.id, since, revision: loaded.revision };
        const name = JSON.stringify([loaded.id, loaded.head.incarnation, since]);
        let large = largeRevisions.find(name);
        if (large === undefined) {
          await waitForTurn(context);
          const entries = await universes.after(loaded, since, from > 0 ? 1 : PAGE);
          const page = from > 0 ? undefined : changesPage(position, entries, max);
          if (page !== undefined) return page;
          const [first] = entries;
          if (first === undefined) throw noSuchChange(since + 1, from);
          large = largeRevision(first);
        }
        largeRevisions.hold(name, large);
        return partPage(position, large, from, max);
      }),
    }),
    template({
      uriTemplate: 'universe://{id}/history{?cursor}',
      name: 'history',
      title: 'The history of a universe',
      description:
        'All commands with principal and time, newest first, in pages: `next` is the URI of the next page. Long fields are ' +
        'left out and named in `omitted`.',
      ...unwatched,
      read: reading(async (loaded, { cursor }, context) => {
        const before = whole('cursor', cursor);
        await waitForTurn(context);
        const entries = await universes.before(loaded, before, PAGE);
        return historyPage(loaded.id, loaded.revision, entries, pageRoom(context));
      }),
    }),
    template({
      uriTemplate: 'universe://{id}/bookmarks',
      name: 'bookmarks',
      title: 'The bookmarks of a universe',
      description: 'The names of revisions, which get_universe_state takes as since, diff and revision.',
      ...unwatched,
      read: reading(async (loaded, _variables, context) => {
        const all = await universes.bookmarks(loaded);
        const items = fitItems(all, { max: pageRoom(context), sizeOf: textBytesOf });
        return { revision: loaded.revision, total: all.length, items };
      }),
    }),
    template({
      uriTemplate: 'universe://{id}/ephemeris{?t,from}',
      name: 'ephemeris',
      title: 'Positions of all bodies',
      description:
        'Positions of all bodies in km at t, in seconds since J2000.0 or as an ISO date (default: the time of the ' +
        'universe), in pages that start at the index `from`: `next` is the URI of the next page. Start again if ' +
        '`revision` changes.',
      ...unwatched,
      read: reading((loaded, variables, context) => {
        const at = timeOf(variables.t);
        const from = whole('from', variables.from) ?? 0;
        const wanted = at === undefined ? {} : { at };
        return sky.positions(loaded, context, wanted, positions =>
          onePage(loaded.id, positions, from, pageRoom(context)),
        );
      }),
    }),
    template({
      uriTemplate: 'universe://{id}/map.png{?width,height,focus,t,maxBytes}',
      name: 'map',
      title: 'A chart of a universe',
      description:
        'A PNG of orbits, bodies, rings, belts and nebulae with their names, in less than 100 KB. `focus` is the id or name ' +
        'of a body whose system fills the picture; `t` is seconds since J2000.0 or an ISO date.',
      ...unwatched,
      mimeType: 'image/png',
      read: reading(async (loaded, { width, height, focus = '', t }, context) => {
        const request = {
          width: pixels('width', width),
          height: pixels('height', height),
          ...(focus !== '' && { focus }),
        };
        const options = { ...mapOptions(request, timeOf(t)), maxBytes: pictureBytes(context) };
        return (await sky.picture(loaded, context, options)).picture.data;
      }),
    }),
  ];
}

// biome-ignore lint/correctness/useYield: a page is short, so one step is enough.
function* onePage(id: string, { bodies, ...rest }: Positions, from: number, max: number): Steps<object> {
  const some = fitItems(bodies.slice(from), { max, min: 1, sizeOf: textBytesOf });
  const end = from + some.length;
  const next = ephemerisUri(id, rest.t, end);
  return { ...rest, bodies: some, ...(end < bodies.length && { of: bodies.length, next }) };
}

/** The universe of a resource. The error names universes that exist. */
async function openResource(universes: Universes, id: string): Promise<LoadedUniverse> {
  try {
    return await universes.open(id);
  } catch (thrown) {
    if (!(thrown instanceof WorldError && thrown.kind === 'NotFound')) throw thrown;
    throw new WorldError('NotFound', `Resource not found. ${thrown.message}`, thrown.hint);
  }
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  return /^\d+$/.test(text) ? Number(text) : secondsOf(text);
}

function pixels(name: string, text: string | undefined): number | undefined {
  const value = whole(name, text);
  if (value === undefined || (value >= MIN_PIXELS && value <= MAX_PIXELS)) return value;
  throw new WorldError(
    'InvalidArgument',
    `${name} is ${value} pixels, which is out of range.`,
    `Give ${MIN_PIXELS} to ${MAX_PIXELS} pixels, or leave ${name} out.`,
  );
}

function whole(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new WorldError(
    'InvalidArgument',
    `${name} must be an integer, 0 or greater, not "${text.slice(0, 64)}".`,
    `Correct ${name} in the URI, or leave it out.`,
  );
}
