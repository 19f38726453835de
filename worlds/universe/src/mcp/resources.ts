import { type Resource, resource, type Template, template, WorldError } from '@worldwire/server';
import { changeOf, described } from '../service/described.js';
import type { LiveUniverse } from '../service/live-universe.js';
import type { Sky } from '../service/sky.js';
import type { Universes } from '../service/universes.js';
import { commandGuide } from './command-guide.js';
import { allHeads, idsFrom } from './heads.js';
import { COMMANDS_URI, stateUri } from './uris.js';

const JSON_TYPE = 'application/json';
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
  const complete = { id: (value: string) => idsFrom(universes, value) };
  /** Reads from a universe, or gives nothing where there is none: the kernel says so in the client's revision. */
  const reading =
    (
      look: (live: LiveUniverse, variables: Readonly<Record<string, string>>) => Promise<string | Uint8Array>,
    ) =>
    async (variables: Readonly<Record<string, string>>) => {
      let live: LiveUniverse;
      try {
        live = await universes.open(variables.id ?? '');
      } catch (thrown) {
        if (thrown instanceof WorldError && thrown.kind === 'NotFound') return undefined;
        throw thrown;
      }
      return look(live, variables);
    };
  return [
    template({
      uriTemplate: 'universe://{id}/state',
      name: 'state',
      title: 'The state of a universe',
      description: 'Everything in the universe. Subscribe to hear of every change.',
      mimeType: JSON_TYPE,
      complete,
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
      read: reading(async live => (await live.text()).text),
    }),
    template({
      uriTemplate: 'universe://{id}/changes{?since}',
      name: 'changes',
      title: 'What changed in a universe',
      description: `Commands, events and changes behind the revision \`since\`, ${PAGE} at a time, oldest first.`,
      mimeType: JSON_TYPE,
      complete,
      read: reading(async (live, { since }) => {
        const from = number('since', since) ?? 0;
        // Another server on the same store may have told of it before we heard.
        if (from > live.revision) await live.refresh();
        if (!Number.isSafeInteger(from) || from < 0 || from > live.revision) {
          const message = `since is a revision of universe "${live.id}": 0 to ${live.revision}.`;
          throw new WorldError('InvalidArgument', message);
        }
        const entries = await universes.after(live.id, from, PAGE);
        const next = entries.at(-1)?.revision ?? from;
        return JSON.stringify({
          since: from,
          revision: live.revision,
          items: entries.map(changeOf),
          ...(next < live.revision && { nextSince: next }),
        });
      }),
    }),
    template({
      uriTemplate: 'universe://{id}/history',
      name: 'history',
      title: 'The history of a universe',
      description: `The newest ${PAGE} revisions: who did what, and when.`,
      mimeType: JSON_TYPE,
      complete,
      read: reading(async live => {
        const entries = await universes.before(live.id, undefined, PAGE);
        return JSON.stringify({ revision: live.revision, items: entries.map(described) });
      }),
    }),
    template({
      uriTemplate: 'universe://{id}/ephemeris{?t}',
      name: 'ephemeris',
      title: 'Where every body is',
      description: 'Positions in km of all bodies at t seconds; at the time of the universe without t.',
      mimeType: JSON_TYPE,
      complete,
      read: reading(async (live, { t }) => JSON.stringify(await sky.ephemeris(live, number('t', t)))),
    }),
    template({
      uriTemplate: 'universe://{id}/map.png',
      name: 'map',
      title: 'A chart of a universe',
      description: 'A picture of orbits, bodies, rings, belts and nebulae, with their names.',
      mimeType: 'image/png',
      complete,
      read: reading(async live => (await sky.picture(live)).png),
    }),
  ];
}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw new WorldError('InvalidArgument', `${name} is a number.`);
}
