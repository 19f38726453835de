import { isObject } from '@worldwire/protocol';
import {
  json,
  type WebAnswer,
  type WebFamily,
  WebFeed,
  type WebRequest,
  type WebRoute,
} from '@worldwire/server';
import { startOf } from '../rest/log-routes.js';
import { createUniverse, idOf, listed, putUniverse } from '../rest/universe-routes.js';
import type { Universes } from '../service/universes.js';
import { EffectFeed } from './effect-feed.js';
import { newestHeads } from './newest-heads.js';
import { withRogueRoots, withSceneUnits } from './normalize-state.js';
import { textFailure } from './text-failure.js';

export const CONSTRUCTOR_BASE = '/constructor';

const FAMILY: WebFamily = { base: CONSTRUCTOR_BASE, failure: textFailure };

/** Routes that are the same but for the form of their failures. */
const ALIKE = ['GET /health', 'GET /universes/:id', 'DELETE /universes/:id'];

/**
 * The web interface as clients of the solar-system-constructor project expect it, under a base address of its own. It is
 * the same service; `plain` are its other routes.
 */
export function constructorRoutes(universes: Universes, plain: readonly WebRoute[]): readonly WebRoute[] {
  const alike = plain.filter(({ method, path }) => ALIKE.includes(`${method} ${path}`));
  const find = (name: string) => plain.find(({ method, path }) => `${method} ${path}` === name) as WebRoute;
  const commands = find('POST /universes/:id/commands');
  const routes: readonly WebRoute[] = [
    ...alike,
    {
      method: 'GET',
      path: '/universes',
      access: 'read',
      answer: async () => json(200, (await newestHeads(universes)).map(listed)),
    },
    {
      ...find('POST /universes'),
      // What these clients make is in their units.
      answer: request => createUniverse(universes, request, state => withSceneUnits(withRogueRoots(state))),
    },
    {
      ...find('PUT /universes/:id'),
      answer: request => putUniverse(universes, request, withRogueRoots),
    },
    {
      ...commands,
      answer: async request => {
        const answer = await commands.answer(request);
        return (await alreadyInGroup(universes, request, answer as WebAnswer)) ?? answer;
      },
    },
    {
      method: 'GET',
      path: '/universes/:id/events',
      access: 'read',
      answer: async request => {
        const loaded = await universes.open(idOf(request));
        const after = await startOf(request, loaded);
        return new WebFeed(reader => new EffectFeed(universes, loaded, after, reader).start());
      },
    },
  ];
  return routes.map(route => ({ ...route, path: `${CONSTRUCTOR_BASE}${route.path}`, family: FAMILY }));
}

/** A member that is added again is no failure to these clients, but an event without effect. */
async function alreadyInGroup(
  universes: Universes,
  request: WebRequest,
  { status }: WebAnswer,
): Promise<WebAnswer | undefined> {
  const { body } = request;
  if (status !== 422 || !isObject(body) || body.type !== 'addToGroup' || !isObject(body.child))
    return undefined;
  const { groupId, child } = body;
  const loaded = await universes.open(idOf(request));
  const isMember = await loaded.read(universe =>
    universe.membersOf(String(groupId)).some(({ id, type }) => id === child.id && type === child.type),
  );
  if (!isMember) return undefined;
  const { text, revision } = await loaded.text(request);
  const events = JSON.stringify([{ type: 'childAlreadyInGroup', groupId, childId: child.id }]);
  return { status: 200, body: `{"nextState":${text},"events":${events},"revision":${revision}}` };
}
