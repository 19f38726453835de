import {
  type Context,
  type Log,
  operationOf,
  type Tool,
  type ToolPlan,
  WRITE_ARGUMENTS,
} from '@worldwire/server';
import { confirmLarge, writeTool } from '@worldwire/server/kit';
import { UNDO_IS_POSSIBLE } from '@worldwire/writes';
import { z } from 'zod';
import { auditSubject } from '../service/audit-subject.js';
import { CaptureTexts } from '../service/capture-texts.js';
import type { Operation } from '../service/operation.js';
import type { SendOptions, Sent } from '../service/sent.js';
import type { Universes } from '../service/universes.js';
import { commandAnswer, RETURNING, type Returning, SEND_TOOL } from './command-answer.js';
import { effectSummary } from './effect-summary.js';
import { plannedEffect } from './planned-effect.js';
import { universeId } from './universe-argument.js';
import { withUniverse } from './with-universe.js';

/** A larger state is not worth its tokens in the answer to a command. */
const SMALL_CHARACTERS = 768;
/** A larger universe cannot fit, so its state is not even written. */
const SMALL_ENTITIES = 8;
/** Of an entity in a result, which has it twice. */
const LEAST_ENTITY_BYTES = 28;

export function commandTool(universes: Universes, log: Log): Tool {
  const captures = new CaptureTexts();
  return writeTool({
    name: SEND_TOOL,
    title: 'Change a universe',
    description: [
      'Changes a universe by one command, such as {"type":"updateStar","id":"earth","payload":{"name":"Terra"}}.',
      'Many as one revision: {"type":"batch","commands":[{"type":"addStar","id":"dwarf","payload":{"bodyType":"star","mass":3e29,"radius":2e5}},',
      '{"type":"addStar","id":"dwarf-b","payload":{"bodyType":"planet","parentId":"dwarf","mass":6e24,"radius":6400,"orbitalDistance":2e7,"orbitalSpeed":1.6e-6}},',
      '{"type":"updateRing","planetId":"dwarf-b","patch":{"innerRadiusMultiplier":1.5,"outerRadiusMultiplier":2}}]}.',
      'Also {"type":"undo","revision":12}, {"type":"restore","revision":12}, {"type":"bookmark","name":"before"},',
      '{"type":"createUniverse","name":"New"} (universeId names the new one; "from" copies another),',
      '{"type":"generate","kind":"galaxy","count":2000,"seed":7} (or cluster, system, belt).',
      'Units: km, kg, seconds, radians. list_universe_commands has all fields.',
      'Answers after the change is stored, with revision, before, after and undo. A refused command changes nothing.',
    ].join(' '),
    subject: 'universeId',
    ui: { resourceUri: 'ui://worldwire/universe' },
    about: given => auditSubject(given.universeId, given.command),
    common: [...WRITE_ARGUMENTS, 'maxBytes'],
    input: z.object({
      universeId,
      command: z.looseObject({ type: z.string().min(1) }).describe('The command with its fields.'),
      returning: z
        .enum(RETURNING)
        .default('auto')
        .describe('Adds the whole state or all changes, if they fit.'),
    }),
    output: z.looseObject({
      revision: z.number(),
      events: z.array(z.looseObject({ type: z.string() })),
      before: z.looseObject({}),
      after: z.looseObject({}),
      returned: z.enum(['state', 'changes', 'summary']),
      undo: z.string().optional(),
      warnings: z.array(z.string()).optional(),
      dryRun: z.literal(true).optional(),
      digest: z.string().optional(),
      nextState: z.looseObject({}).optional(),
      changes: z.array(z.looseObject({ op: z.string() })).optional(),
    }),
    plan: ({ universeId: id, command }, context) =>
      withUniverse(id, context, log, async () => {
        const sent = await universes.send(id, command, optionsOf(context));
        const { before, after } = effectSummary(sent) as ToolPlan['values'] & object;
        const effect = await plannedEffect(sent, universes, context);
        return { effect, digest: String(sent.digest), values: { before, after } };
      }),
    call: ({ universeId: id, command, returning }, context: Context) =>
      withUniverse(id, context, log, async () => {
        const options = optionsOf(context, captureFor(returning, context.answerBytes));
        let sent = await universes.send(id, command, options);
        if (sent.digest !== undefined && options.dryRun !== true)
          sent = await sendConfirmed(sent, sent.digest, universes, command, options, context);
        const captured = sent.receipt?.captured;
        const text = captured && (await captures.text(captured, context));
        const state = returning === 'state' || (text?.length ?? 0) <= SMALL_CHARACTERS ? text : undefined;
        return commandAnswer(sent, returning, context, state);
      }),
  });
}

function optionsOf(context: Context, capture?: Operation['capture']): SendOptions {
  return { ...operationOf(context), heavy: steps => context.heavy(steps), capture };
}

/** Asks a person before a large write, and then applies exactly what was confirmed. */
async function sendConfirmed(
  planned: Sent,
  digest: string,
  universes: Universes,
  command: object,
  options: SendOptions,
  context: Context,
): Promise<Sent> {
  const { id } = planned;
  const effect = await plannedEffect(planned, universes, context);
  const message = `Universe "${id}": ${effect.sentence} ${UNDO_IS_POSSIBLE}`;
  await confirmLarge(context, { message, digest, effect });
  return universes.send(id, command, { ...options, expectDigest: digest });
}

function captureFor(returning: Returning, answerBytes: number): Operation['capture'] {
  if (returning === 'changes') return undefined;
  const max = returning === 'auto' ? SMALL_ENTITIES : answerBytes / LEAST_ENTITY_BYTES;
  return universe => (universe.size > max ? undefined : universe.capture());
}
