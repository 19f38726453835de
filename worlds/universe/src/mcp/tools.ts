import { type Context, type Log, operationOf, type Tool } from '@worldwire/server';
import { readTool, structuredAnswer, writeTool } from '@worldwire/server/kit';
import { z } from 'zod';
import { CATEGORIES, KINDS, type Universe } from '../domain/index.js';
import { auditSubject } from '../service/audit-subject.js';
import { CaptureTexts } from '../service/capture-texts.js';
import type { Operation } from '../service/operation.js';
import type { Universes } from '../service/universes.js';
import { commandAnswer, RETURNING, type Returning } from './command-answer.js';
import { commandListing } from './command-listing.js';
import { fits } from './result-budget.js';
import { StateAnswers, tooLarge } from './state-answers.js';
import { withUniverse } from './with-universe.js';

/** A larger state is not worth its tokens in the answer to a command. */
const SMALL_BYTES = 8 * 1024;
/** A larger universe cannot fit, so its state is not even written. */
const SMALL_ENTITIES = 64;
const PARTS = [...KINDS, 'rootIds', 'rootGroupIds', 'time', 'units'] as const;
const MAX_IDS = 1_000;

const universeId = z.string().min(1).describe('Id of the universe, such as "sol".');
const record = z.record(z.string(), z.unknown()).optional();

export function universeTools(universes: Universes, log: Log): readonly Tool[] {
  const states = new StateAnswers(universes.work);
  const captures = new CaptureTexts();
  return [
    readTool({
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
    }),
    readTool({
      name: 'list_universe_commands',
      title: 'List the commands',
      description:
        'Lists the commands of send_universe_command by category, each with its fields and an example.',
      subject: 'universeId',
      input: z.object({
        universeId,
        category: z.enum(CATEGORIES).optional().describe('Return only the commands of this category.'),
      }),
      output: z.object({
        categories: z.array(
          z.object({
            name: z.string(),
            commands: z.array(
              z.object({
                type: z.string(),
                summary: z.string(),
                fields: z.record(z.string(), z.string()),
                example: z.looseObject({ type: z.string() }),
              }),
            ),
          }),
        ),
      }),
      call: ({ category }) => commandListing(category),
    }),
    writeTool({
      name: 'send_universe_command',
      title: 'Change a universe',
      description:
        'Sends one command to a universe, such as {"type":"tick","dt":60}. Answers after the change is stored, with the ' +
        'new revision, the events, and the new state if it is small, otherwise the changes or where to read them. ' +
        'list_universe_commands lists all commands. A refused command changes nothing; the error gives the reason.',
      subject: 'universeId',
      about: given => auditSubject(given.universeId, given.command),
      input: z.object({
        universeId,
        command: z.looseObject({ type: z.string().min(1) }).describe('The command with its fields.'),
        returning: z
          .enum(RETURNING)
          .default('auto')
          .describe('Content of the answer: the whole state, only the changes, or whichever is short.'),
      }),
      output: z.looseObject({
        revision: z.number(),
        events: z.array(z.looseObject({ type: z.string() })),
        returned: z.enum(['state', 'changes', 'summary']),
        nextState: z.looseObject({}).optional(),
        changes: z.array(z.looseObject({ op: z.string() })).optional(),
        changeCount: z.number().optional(),
        note: z.string().optional(),
      }),
      call: ({ universeId: id, command, returning }, context: Context) =>
        withUniverse(id, context, log, async () => {
          const receipt = await universes.execute(
            id,
            [command],
            { ...operationOf(context), heavy: steps => context.heavy(steps) },
            captureFor(returning),
          );
          const text = await captures.text(receipt.captured, context);
          const state = returning === 'state' || (text?.length ?? 0) <= SMALL_BYTES ? text : undefined;
          return commandAnswer(id, receipt, returning, context, state);
        }),
    }),
  ];
}

type ViewOptions = Parameters<Universe['view']>[0];

function captureFor(returning: Returning): Operation['capture'] {
  if (returning === 'changes') return undefined;
  return universe =>
    returning === 'auto' && universe.size > SMALL_ENTITIES ? undefined : universe.capture();
}
