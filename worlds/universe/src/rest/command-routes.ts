import { isObject } from '@worldwire/protocol';
import { json, type WebAnswer, type WebRequest, type WebRoute } from '@worldwire/server';
import type { Universe } from '../domain/index.js';
import { auditSubject } from '../service/audit-subject.js';
import { CaptureTexts } from '../service/capture-texts.js';
import type { Receipt } from '../service/operation.js';
import type { Universes } from '../service/universes.js';
import { entityTag, invalid, objectBody, oneOf, writeOptions } from './parameters.js';
import { idOf } from './universe-routes.js';
import { answered } from './with-refusals.js';

const RETURNING = ['state', 'changes'] as const;

/** Commands, and the way back from them. */
export function commandRoutes(universes: Universes): readonly WebRoute[] {
  const states = new CaptureTexts();
  return [
    {
      method: 'POST',
      path: '/universes/:id/commands',
      access: 'write',
      about: request => auditSubject(idOf(request), request.body),
      answer: request =>
        answered(async () => {
          const capture = stateWanted(request);
          const receipt = await universes.execute(
            idOf(request),
            commandsOf(request),
            writeOptions(request),
            capture,
          );
          const { captured } = receipt;
          return outcome(receipt, {}, captured && (await states.text(captured, request)));
        }),
    },
    {
      method: 'POST',
      path: '/universes/:id/undo',
      access: 'write',
      about: request => ({
        universe: idOf(request),
        command: 'undo',
        ...(isObject(request.body) && { revision: request.body.revision }),
      }),
      answer: request =>
        answered(async () => {
          const capture = stateWanted(request);
          const revision = undoneRevision(request);
          const { undone, ...receipt } = await universes.undo(
            idOf(request),
            revision,
            writeOptions(request),
            capture,
          );
          return outcome(receipt, { undone }, await states.text(receipt.captured, request));
        }),
    },
  ];
}

function stateWanted(request: WebRequest) {
  if (oneOf(request, 'returning', RETURNING) === 'changes') return undefined;
  return (universe: Universe) => universe.capture();
}

/** One command, or an array of them. */
function commandsOf({ body }: WebRequest): readonly unknown[] {
  const commands = Array.isArray(body) ? body : [body];
  for (const command of commands) {
    if (isObject(command) && typeof command.type === 'string') continue;
    throw invalid(
      'Send a command: a JSON object with a "type", or an array of such objects.',
      'For example: {"type":"tick","dt":60}.',
    );
  }
  return commands;
}

function undoneRevision(request: WebRequest): number | undefined {
  if (request.body === undefined) return undefined;
  const { revision } = objectBody(request, ['revision']);
  if (revision === undefined || revision === null) return undefined;
  if (typeof revision === 'number' && Number.isSafeInteger(revision) && revision > 0) return revision;
  throw invalid('revision is a whole number, 1 or greater.');
}

/** The state is in the answer as the text that was written of it. */
function outcome(receipt: Receipt, more: object, state: string | undefined): WebAnswer {
  const { revision, first, events, changes, replayed } = receipt;
  const facts = { ...more, events, revision, ...(first !== revision && { firstRevision: first }) };
  const headers = { ...entityTag(revision), ...(replayed && { 'idempotency-replayed': 'true' }) };
  if (state === undefined) return json(200, { ...facts, changes }, headers);
  return { status: 200, headers, body: `{"nextState":${state},${JSON.stringify(facts).slice(1)}` };
}
