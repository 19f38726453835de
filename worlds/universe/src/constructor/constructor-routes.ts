import { isObject } from '@worldwire/protocol';
import {
  json,
  type WebAnswer,
  type WebFamily,
  WebFeed,
  type WebRequest,
  type WebRoute,
} from '@worldwire/server';
import { startRevision } from '../rest/log-routes.js';
import { createUniverse, idOf, listed, putUniverse } from '../rest/universe-routes.js';
import type { Universes } from '../service/universes.js';
import { EffectFeed } from './effect-feed.js';
import { newestHeads } from './newest-heads.js';
import { withRogueRoots, withSceneUnits } from './normalize-state.js';
import { textFailure } from './text-failure.js';

const CONSTRUCTOR_BASE = '/constructor';

const FAMILY: WebFamily = { base: CONSTRUCTOR_BASE, failure: textFailure };

/** Routes that differ only in the form of their failures. */
const SAME = ['GET /health', 'GET /universes/:id', 'DELETE /universes/:id'];

/**
 * The web interface for clients of the solar-system-constructor project, under its own base path. `plain` are the routes of
 * the plain interface.
 */
export function constructorRoutes(universes: Universes, plain: readonly WebRoute[]): readonly WebRoute[] {
  const same = plain.filter(({ method, path }) => SAME.includes(`${method} ${path}`));
  const find = (name: string) => plain.find(({ method, path }) => `${method} ${path}` === name) as WebRoute;
  const commands = find('POST /universes/:id/commands');
  const routes: readonly WebRoute[] = [
    ...same,
    {
      method: 'GET',
      path: '/universes',
      access: 'read',
      answer: async () => json(200, (await newestHeads(universes)).map(listed)),
    },
    {
      ...find('POST /universes'),
      answer: createUniverse(universes, state => withSceneUnits(withRogueRoots(state))),
    },
    {
      ...find('PUT /universes/:id'),
      answer: putUniverse(universes, withRogueRoots),
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
        const after = await startRevision(request, loaded);
        return new WebFeed(reader => new EffectFeed(universes, loaded, after, reader).start());
      },
    },
  ];
  return routes.map(route => ({ ...route, path: `${CONSTRUCTOR_BASE}${route.path}`, family: FAMILY }));
}

/** These clients expect an event without effect, not an error, if a member is added again. */
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
