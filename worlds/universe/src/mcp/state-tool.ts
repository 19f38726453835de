import { type Context, type Log, SerializedJson, type Tool, ToolAnswer, text } from '@worldwire/server';
import { META_REVISION, readTool } from '@worldwire/server/kit';
import { z } from 'zod';
import { secondsOf } from '../queries/instant.js';
import type { Reading } from '../service/committed-states.js';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { Sky } from '../service/sky.js';
import type { Universes } from '../service/universes.js';
import { changeAnswer } from './change-answer.js';
import { entitiesById, entitiesByName } from './entity-answer.js';
import { listAnswer } from './list-answer.js';
import { pictureAnswer } from './picture-answer.js';
import { positionAnswer } from './position-answer.js';
import { readingAt } from './revision-argument.js';
import { StateAnswers } from './state-answers.js';
import { checkRequest, modeOf, type StateRequest, stateArguments } from './state-request.js';
import { summaryAnswer } from './summary-answer.js';
import { universeId } from './universe-argument.js';
import { withUniverse } from './with-universe.js';

export function stateTool(universes: Universes, sky: Sky, log: Log): Tool {
  const states = new StateAnswers(universes.work);
  return readTool({
    name: 'get_universe_state',
    title: 'Read a universe',
    description:
      'Reads a universe. Alone: the whole state (stars: every body by id, rootIds, groups, belts, smallBodyFields, ' +
      'protoplanetaryDisks, nebulae, time), or a summary if it is large. ids: some entities. where, sort, limit, fields: ' +
      'a list. at, positionsOf, from: positions. since, diff: changes. picture: a map. Every answer has its revision.',
    subject: 'universeId',
    ui: { resourceUri: 'ui://worldwire/universe' },
    common: ['maxBytes'],
    input: z.object({ universeId, ...stateArguments }),
    output: z.looseObject({ revision: z.number() }),
    call: ({ universeId: id, ...request }, context: Context) =>
      withUniverse(id, context, log, async () => {
        const loaded = await universes.open(id);
        return answer({ universes, sky, states, loaded, request, context });
      }),
  });
}

interface Question {
  readonly universes: Universes;
  readonly sky: Sky;
  readonly states: StateAnswers;
  readonly loaded: LoadedUniverse;
  readonly request: StateRequest;
  readonly context: Context;
}

async function answer(question: Question): Promise<ToolAnswer> {
  const { universes, sky, states, loaded, request, context } = question;
  checkRequest(request);
  const mode = modeOf(request);
  const t = request.at === undefined ? undefined : secondsOf(request.at);
  if (mode === 'changes') return structured(await changes(question));
  const read = await readingAt(universes, loaded, request.revision, context);
  switch (mode) {
    case 'picture':
      return pictureAnswer(sky, loaded.id, read, request.picture ?? {}, t, context);
    case 'positions':
      return structured(await read(committed => positionAnswer(committed, { ...request, t }, context)));
    case 'summary':
      return structured(await read(committed => summaryAnswer(committed, context)));
    case 'entities':
      return structured(await entities(question, read));
    case 'list':
      return structured(await read(committed => listAnswer(committed, request, context)));
    case 'state':
      return states.answer(read, request.include, context);
  }
}

async function changes({ universes, loaded, request, context }: Question): Promise<object> {
  const { since, diff = [since as number | string], limit, cursor } = request;
  const [from, until] = await Promise.all(diff.map(one => universes.revisionOf(loaded, one)));
  return changeAnswer(universes, loaded, { since: from as number, until, limit, cursor }, context);
}

async function entities({ loaded, request, context }: Question, read: Reading): Promise<object> {
  const wanted = { ...request, ids: request.ids ?? [] };
  const known =
    request.revision === undefined
      ? await loaded.read(universe => entitiesById(universe, loaded.revision, wanted, context))
      : undefined;
  return known ?? read(committed => entitiesByName(committed, wanted, context));
}

/** The text is written once, and used twice. */
function structured(value: object): ToolAnswer {
  const { revision } = value as { readonly revision: number };
  const json = JSON.stringify(value);
  const meta = { [META_REVISION]: revision };
  return new ToolAnswer([text(json)], { structured: new SerializedJson(json), meta });
}
