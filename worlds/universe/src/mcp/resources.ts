import {
  type Context,
  type Resource,
  resource,
  type Steps,
  type Template,
  template,
  WorldError,
  WrittenJson,
} from '@worldwire/server';
import { inTurn } from '../service/caller.js';
import type { LiveUniverse } from '../service/live-universe.js';
import type { Positions, Sky } from '../service/sky.js';
import type { Universes } from '../service/universes.js';
import { commandGuide } from './command-guide.js';
import { allHeads, idsFrom } from './heads.js';
import { changesPage, historyPage, noSuchChange, partPage } from './log-pages.js';
import { LastRead, largeRevision } from './parts.js';
import { pageOf, pageRoom } from './result-room.js';
import { StateAnswers } from './state-answers.js';
import { COMMANDS_URI, ephemerisUri, stateUri } from './uris.js';
import { watchState, watchStateInstead } from './watching.js';

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
  const lastRead = new LastRead();
  const states = new StateAnswers(universes.work);
  const complete = { id: (value: string) => idsFrom(universes, value) };
  /** Reads from a universe, or gives nothing where there is none: the kernel says so in the client's revision. */
  const reading =
    (
      look: (
        live: LiveUniverse,
        variables: Readonly<Record<string, string>>,
        context: Context,
      ) => Promise<WrittenJson | Uint8Array | object>,
    ) =>
    async (variables: Readonly<Record<string, string>>, context: Context) => {
      let live: LiveUniverse;
      try {
        live = await universes.open(variables.id ?? '');
      } catch (thrown) {
        if (thrown instanceof WorldError && thrown.kind === 'NotFound') return undefined;
        throw thrown;
      }
      const seen = await look(live, variables, context);
      return seen instanceof WrittenJson || seen instanceof Uint8Array ? seen : JSON.stringify(seen);
    };
  return [
    template({
      uriTemplate: 'universe://{id}/state',
      name: 'state',
      title: 'The state of a universe',
      description: 'Everything in the universe. Subscribe to hear of every change.',
      mimeType: JSON_TYPE,
      complete,
      checkWatch: watchState(universes),
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
      read: reading((live, _variables, context) => states.resource(live, context)),
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
      checkWatch: watchStateInstead,
      read: reading(async (live, variables, context) => {
        const room = pageRoom(context);
        const since = whole('since', variables.since) ?? 0;
        const from = whole('from', variables.from) ?? 0;
        // Another server on the same store may have told of it before we heard.
        if (since > live.revision) await live.refresh();
        if (since > live.revision) {
          const message = `since is a revision of universe "${live.id}": 0 to ${live.revision}.`;
          throw new WorldError('InvalidArgument', message);
        }
        const place = { id: live.id, since, revision: live.revision };
        const name = JSON.stringify([live.id, live.head.incarnation, since]);
        let large = lastRead.find(name);
        if (large === undefined) {
          await inTurn(context);
          const entries = await universes.after(live, since, from > 0 ? 1 : PAGE);
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
      checkWatch: watchStateInstead,
      read: reading(async (live, { cursor }, context) => {
        const before = whole('cursor', cursor);
        await inTurn(context);
        const entries = await universes.before(live, before, PAGE);
        return historyPage(live.id, live.revision, entries, pageRoom(context));
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
      checkWatch: watchStateInstead,
      read: reading((live, variables, context) => {
        const at = number('t', variables.t);
        const from = whole('from', variables.from) ?? 0;
        const wanted = at === undefined ? {} : { at };
        return sky.positions(live, context, wanted, positions =>
          onePage(live.id, positions, from, pageRoom(context)),
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
      checkWatch: watchStateInstead,
      read: reading(async (live, _variables, context) => (await sky.picture(live, context)).png),
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
