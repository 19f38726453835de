import { type Context, type Log, operationOf, type Tool } from '@worldwire/server';
import { writeTool } from '@worldwire/server/kit';
import { z } from 'zod';
import { auditSubject } from '../service/audit-subject.js';
import { CaptureTexts } from '../service/capture-texts.js';
import type { Operation } from '../service/operation.js';
import type { Universes } from '../service/universes.js';
import { commandAnswer, RETURNING, type Returning } from './command-answer.js';
import { universeId } from './universe-argument.js';
import { withUniverse } from './with-universe.js';

/** A larger state is not worth its tokens in the answer to a command. */
const SMALL_BYTES = 8 * 1024;
/** A larger universe cannot fit, so its state is not even written. */
const SMALL_ENTITIES = 64;

export function commandTool(universes: Universes, log: Log): Tool {
  const captures = new CaptureTexts();
  return writeTool({
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
  });
}

function captureFor(returning: Returning): Operation['capture'] {
  if (returning === 'changes') return undefined;
  return universe =>
    returning === 'auto' && universe.size > SMALL_ENTITIES ? undefined : universe.capture();
}
