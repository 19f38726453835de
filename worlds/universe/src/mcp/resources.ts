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
import { waitForTurn } from '../service/caller.js';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { Positions, Sky } from '../service/sky.js';
import type { Universes } from '../service/universes.js';
import { commandGuide } from './command-guide.js';
import { LargeRevisionCache, largeRevision } from './large-revisions.js';
import { changesPage, historyPage, noSuchChange, partPage } from './log-pages.js';
import { pageBudget, pageOf } from './result-budget.js';
import { StateAnswers } from './state-answers.js';
import { checkStateSubscription, refuseSubscription } from './subscription-checks.js';
import { allHeads, completeId } from './universe-heads.js';
import { COMMANDS_URI, ephemerisUri, stateUri } from './uris.js';

const JSON_TYPE = 'application/json';
/** Revisions that are read for a page; how many of them it has is a matter of their size. */
const PAGE = 100;

export function universeResources(): readonly Resource[] {
  return [
    resource({
      uri: COMMANDS_URI,
      name: 'commands',
      title: 'The commands of a universe',
      description: 'All commands by category, each with its fields and an example that works.',
      mimeType: 'text/markdown',
      read: commandGuide,
    }),
  ];
}

export function universeTemplates(universes: Universes, sky: Sky): readonly Template[] {
  const lastRead = new LargeRevisionCache();
  const states = new StateAnswers(universes.work);
  const complete = { id: (value: string) => completeId(universes, value) };
  /** Reads from a universe, or gives nothing where there is none: the kernel says so in the client's revision. */
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
      description: 'Everything in the universe. Subscribe to hear of every change.',
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
        'Commands, events and changes behind the revision `since`, oldest first, in pages: `next` is the address of ' +
        'the next one. A revision larger than a page comes in parts; `from` is the number of its first change.',
      mimeType: JSON_TYPE,
      complete,
      checkWatch: refuseSubscription,
      read: reading(async (loaded, variables, context) => {
        const room = pageBudget(context);
        const since = whole('since', variables.since) ?? 0;
        const from = whole('from', variables.from) ?? 0;
        // Another server on the same store may have told of it before we heard.
        if (since > loaded.revision) await loaded.refresh();
        if (since > loaded.revision) {
          const message = `since is a revision of universe "${loaded.id}": 0 to ${loaded.revision}.`;
          throw new WorldError('InvalidArgument', message);
        }
        const place = { id: loaded.id, since, revision: loaded.revision };
        const name = JSON.stringify([loaded.id, loaded.head.incarnation, since]);
        let large = lastRead.find(name);
        if (large === undefined) {
          await waitForTurn(context);
          const entries = await universes.after(loaded, since, from > 0 ? 1 : PAGE);
          const page = from > 0 ? undefined : changesPage(place, entries, room);
          if (page !== undefined) return page;
          const [first] = entries;
          if (first === undefined) throw noSuchChange(since + 1, from);
          large = largeRevision(first);
        }
        lastRead.hold(name, large);
        return partPage(place, large, from, room);
      }),
    }),
    template({
      uriTemplate: 'universe://{id}/history{?cursor}',
      name: 'history',
      title: 'The history of a universe',
      description:
        'Who did what, and when, newest first, in pages: `next` is the address of the next one. What is long is ' +
        'shortened, and `omitted` says so.',
      mimeType: JSON_TYPE,
      complete,
      checkWatch: refuseSubscription,
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
      title: 'Where every body is',
      description:
        'Positions in km of all bodies at t seconds; at the time of the universe without t. Of many bodies there are ' +
        'pages, each `from` a place in their order: `next` is the address of the next one; start again when `revision` ' +
        'differs.',
      mimeType: JSON_TYPE,
      complete,
      checkWatch: refuseSubscription,
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
      description: 'A picture of orbits, bodies, rings, belts and nebulae, with their names.',
      mimeType: 'image/png',
      complete,
      checkWatch: refuseSubscription,
      read: reading(async (loaded, _variables, context) => (await sky.picture(loaded, context)).png),
    }),
  ];
}

/** A page is short, so one step is enough. */
// biome-ignore lint/correctness/useYield: one step needs no place to pause.
function* onePage(id: string, { bodies, ...rest }: Positions, from: number, room: number): Steps<object> {
  const some = pageOf(bodies.slice(from), room);
  const end = from + some.length;
  const next = ephemerisUri(id, rest.t, end);
  return { ...rest, bodies: some, ...(end < bodies.length && { of: bodies.length, next }) };
}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw new WorldError('InvalidArgument', `${name} is a number.`);
}

function whole(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new WorldError('InvalidArgument', `${name} is a whole number, 0 or greater.`);
}
