import { type Context, type Log, operationOf, type Tool, ToolAnswer, text, tool } from '@worldwire/server';
import { z } from 'zod';
import { CATEGORIES, KINDS, type Universe } from '../domain/index.js';
import { auditSubject } from '../service/audit-subject.js';
import { CaptureTexts } from '../service/capture-texts.js';
import type { Operation } from '../service/operation.js';
import type { Universes } from '../service/universes.js';
import { commandAnswer, RETURNING, type Returning, revisionMeta } from './command-answer.js';
import { commandListing } from './command-listing.js';
import { fits } from './result-budget.js';
import { StateAnswers, tooLarge } from './state-answers.js';
import { sayingWhere } from './with-universe.js';

/** A state up to this size is worth its tokens as an answer to a command. */
const SMALL_BYTES = 8 * 1024;
/** More entities than could ever fit: such a state is not even written down to be measured. */
const SMALL_ENTITIES = 64;
const PARTS = [...KINDS, 'rootIds', 'rootGroupIds', 'time', 'units'] as const;
const MAX_IDS = 1_000;

const universeId = z.string().min(1).describe('The id of a universe, such as "sol".');
const record = z.record(z.string(), z.unknown()).optional();

/** The three tools of the universe. */
export function universeTools(universes: Universes, log: Log): readonly Tool[] {
  const saying = sayingWhere(log);
  const states = new StateAnswers(universes.work);
  const seen = new CaptureTexts();
  return [
    tool({
      name: 'get_universe_state',
      title: 'Read a universe',
      description:
        'Reads the state of a universe as JSON: stars (every body, by id), rootIds, groups, rootGroupIds, belts, ' +
        'smallBodyFields, protoplanetaryDisks, nebulae, time, and units where they are not km, kg and radians. Keep the answer small with include and ids.',
      subject: 'universeId',
      access: 'read',
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      input: z.object({
        universeId,
        include: z.array(z.enum(PARTS)).optional().describe('Only these parts of the state.'),
        ids: z.array(z.string()).max(MAX_IDS).optional().describe('Only the entities with these ids.'),
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
        saying(id, context, async () => {
          const loaded = await universes.open(id);
          if (ids === undefined) return states.answer(loaded, include, context);
          return loaded.read(universe => {
            const part = universe.view({ include, ids } as ViewOptions);
            const written = JSON.stringify(part);
            if (!fits(written.length, context)) throw tooLarge(id, written.length);
            const meta = revisionMeta(loaded.revision);
            return new ToolAnswer([text(written)], { structured: part, meta });
          });
        }),
    }),
    tool({
      name: 'list_universe_commands',
      title: 'List the commands',
      description:
        'Lists the commands that send_universe_command takes, in ten categories, each with its fields and an example.',
      subject: 'universeId',
      access: 'read',
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      input: z.object({
        universeId,
        category: z.enum(CATEGORIES).optional().describe('Only the commands of this category.'),
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
    tool({
      name: 'send_universe_command',
      title: 'Change a universe',
      description:
        'Sends one command to a universe, such as {"type":"tick","dt":60}. Answers after the change is stored, with the ' +
        'new revision, the events, and the new state while it is small, else the changes, or where to read them. ' +
        'list_universe_commands has all commands. A command that cannot apply changes nothing and says why.',
      subject: 'universeId',
      access: 'write',
      about: given => auditSubject(given.universeId, given.command),
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: false,
      },
      input: z.object({
        universeId,
        command: z.looseObject({ type: z.string().min(1) }).describe('The command with its fields.'),
        returning: z
          .enum(RETURNING)
          .default('auto')
          .describe('What to answer with: the whole state, only the changes, or what is short.'),
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
        saying(id, context, async () => {
          const receipt = await universes.execute(
            id,
            [command],
            { ...operationOf(context), heavy: steps => context.heavy(steps) },
            lookFor(returning),
          );
          const state = wanted(returning, await seen.text(receipt.captured, context));
          return commandAnswer(id, receipt, returning, context, state);
        }),
    }),
  ];
}

type ViewOptions = Parameters<Universe['view']>[0];

/** Gives the state where it is wanted. */
function lookFor(returning: Returning): Operation['capture'] {
  if (returning === 'changes') return undefined;
  return universe =>
    returning === 'auto' && universe.size > SMALL_ENTITIES ? undefined : universe.capture();
}

function wanted(returning: Returning, state: string | undefined): string | undefined {
  return returning === 'state' || (state?.length ?? 0) <= SMALL_BYTES ? state : undefined;
}
