import type { Context, Log, Tool } from '@worldwire/server';
import { readTool, structuredAnswer } from '@worldwire/server/kit';
import { z } from 'zod';
import { KINDS, type Universe } from '../domain/index.js';
import type { Universes } from '../service/universes.js';
import { fits } from './result-budget.js';
import { StateAnswers, tooLarge } from './state-answers.js';
import { universeId } from './universe-argument.js';
import { withUniverse } from './with-universe.js';

const PARTS = [...KINDS, 'rootIds', 'rootGroupIds', 'time', 'units'] as const;
const MAX_IDS = 1_000;

const record = z.record(z.string(), z.unknown()).optional();

export function stateTool(universes: Universes, log: Log): Tool {
  const states = new StateAnswers(universes.work);
  return readTool({
    name: 'get_universe_state',
    title: 'Read a universe',
    description:
      'Returns the state of a universe as JSON: stars (every body, by id), rootIds, groups, rootGroupIds, belts, ' +
      'smallBodyFields, protoplanetaryDisks, nebulae, time, and units if they are not km, kg and radians. Use include and ids to keep the answer small.',
    subject: 'universeId',
    input: z.object({
      universeId,
      include: z.array(z.enum(PARTS)).optional().describe('Return only these parts of the state.'),
      ids: z.array(z.string()).max(MAX_IDS).optional().describe('Return only the entities with these ids.'),
    }),
    output: z.looseObject({
      stars: record,
      rootIds: z.array(z.string()).optional(),
      groups: record,
      rootGroupIds: z.array(z.string()).optional(),
      belts: record,
      smallBodyFields: record,
      protoplanetaryDisks: record,
      nebulae: record,
      time: z.number().optional(),
      units: z.literal('scene').optional(),
    }),
    call: ({ universeId: id, include, ids }, context: Context) =>
      withUniverse(id, context, log, async () => {
        const loaded = await universes.open(id);
        if (ids === undefined) return states.answer(loaded, include, context);
        return loaded.read(universe => {
          const part = universe.view({ include, ids } as ViewOptions);
          const json = JSON.stringify(part);
          if (!fits(json.length, context)) throw tooLarge(id, json.length);
          return structuredAnswer(part, { json, revision: loaded.revision });
        });
      }),
  });
}

type ViewOptions = Parameters<Universe['view']>[0];
