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
import { waitForTurn } from '../service/caller.js';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { Positions, Sky } from '../service/sky.js';
import type { Universes } from '../service/universes.js';
import { commandGuide } from './command-guide.js';
import { LargeRevisionCache, largeRevision } from './large-revisions.js';
import { changesPage, historyPage, noSuchChange, partPage } from './log-pages.js';
import { pageBudget } from './result-budget.js';
import { StateAnswers } from './state-answers.js';
import { checkStateSubscription, refuseSubscription } from './subscription-checks.js';
import { allHeads, completeId } from './universe-heads.js';
import { COMMANDS_URI, ephemerisUri, stateUri } from './uris.js';

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
  /** Returns undefined if the universe does not exist; the kernel then answers in the client's revision. */
  const reading =
    (
      look: (
        loaded: LoadedUniverse,
        variables: Readonly<Record<string, string>>,
        context: Context,
      ) => Promise<SerializedJson | Uint8Array | object>,
    ) =>
    async (variables: Readonly<Record<string, string>>, context: Context) => {
      let loaded: LoadedUniverse;
      try {
        loaded = await universes.open(variables.id ?? '');
      } catch (thrown) {
        if (thrown instanceof WorldError && thrown.kind === 'NotFound') return undefined;
        throw thrown;
      }
      const seen = await look(loaded, variables, context);
      return seen instanceof SerializedJson || seen instanceof Uint8Array ? seen : JSON.stringify(seen);
    };
  return [
    template({
      uriTemplate: 'universe://{id}/state',
      name: 'state',
      title: 'The state of a universe',
      description: 'The whole state. Subscribe to get a notification for every change.',
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
      read: reading((loaded, _variables, context) => states.resource(loaded, context)),
    }),
    template({
      uriTemplate: 'universe://{id}/changes{?since,from}',
      name: 'changes',
      title: 'What changed in a universe',
      description:
        'Commands, events and changes after the revision `since`, oldest first, in pages: `next` is the URI of the next ' +
        'page. A revision larger than a page comes in parts; `from` is the index of the first change.',
      ...unwatched,
      read: reading(async (loaded, variables, context) => {
        const max = pageBudget(context);
        const since = whole('since', variables.since) ?? 0;
        const from = whole('from', variables.from) ?? 0;
        // The client may have the revision from another server on the same store.
        if (since > loaded.revision) await loaded.refresh();
        if (since > loaded.revision) {
          const message = `since is ${since}, but the revisions of universe "${loaded.id}" are 0 to ${loaded.revision}.`;
          throw new WorldError('InvalidArgument', message);
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
        return historyPage(loaded.id, loaded.revision, entries, pageBudget(context));
      }),
    }),
    template({
      uriTemplate: 'universe://{id}/ephemeris{?t,from}',
      name: 'ephemeris',
      title: 'Positions of all bodies',
      description:
        'Positions of all bodies in km at t seconds (default: the time of the universe), in pages that start at the index ' +
        '`from`: `next` is the URI of the next page. Start again if `revision` changes.',
      ...unwatched,
      read: reading((loaded, variables, context) => {
        const at = number('t', variables.t);
        const from = whole('from', variables.from) ?? 0;
        const wanted = at === undefined ? {} : { at };
        return sky.positions(loaded, context, wanted, positions =>
          onePage(loaded.id, positions, from, pageBudget(context)),
        );
      }),
    }),
    template({
      uriTemplate: 'universe://{id}/map.png',
      name: 'map',
      title: 'A chart of a universe',
      description: 'A PNG of orbits, bodies, rings, belts and nebulae with their names.',
      ...unwatched,
      mimeType: 'image/png',
      read: reading(async (loaded, _variables, context) => (await sky.picture(loaded, context)).png),
    }),
  ];
}

// biome-ignore lint/correctness/useYield: a page is short, so one step is enough.
function* onePage(id: string, { bodies, ...rest }: Positions, from: number, max: number): Steps<object> {
  const some = fitItems(bodies.slice(from), { max, min: 1 });
  const end = from + some.length;
  const next = ephemerisUri(id, rest.t, end);
  return { ...rest, bodies: some, ...(end < bodies.length && { of: bodies.length, next }) };
}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw new WorldError('InvalidArgument', `${name} must be a number, not "${text.slice(0, 64)}".`);
}

function whole(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new WorldError(
    'InvalidArgument',
    `${name} must be an integer, 0 or greater, not "${text.slice(0, 64)}".`,
  );
}
