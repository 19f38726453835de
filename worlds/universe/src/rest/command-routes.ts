import { isObject } from '@worldwire/protocol';
import { json, type WebAnswer, type WebRequest, type WebRoute } from '@worldwire/server';
import type { Universe } from '../domain/index.js';
import { auditSubject } from '../service/audit-subject.js';
import { CaptureTexts } from '../service/capture-texts.js';
import type { Receipt } from '../service/operation.js';
import type { Universes } from '../service/universes.js';
import { entityTag, invalid, objectBody, oneOf, writeOptions } from './parameters.js';
import { idOf } from './universe-routes.js';
import { withRefusals } from './with-refusals.js';

const RETURNING = ['state', 'changes'] as const;

/** Commands and undo. */
export function commandRoutes(universes: Universes): readonly WebRoute[] {
  const captures = new CaptureTexts();
  return [
    {
      method: 'POST',
      path: '/universes/:id/commands',
      access: 'write',
      asksBeforeLoss: true,
      about: request => auditSubject(idOf(request), request.body),
      answer: withRefusals(async request => {
        const capture = captureFor(request);
        const options = writeOptions(request);
        const receipt = await universes.execute(idOf(request), commandsOf(request), options, capture);
        const { captured } = receipt;
        return outcome(receipt, {}, captured && (await captures.text(captured, request)));
      }),
    },
    {
      method: 'POST',
      path: '/universes/:id/undo',
      access: 'write',
      asksBeforeLoss: true,
      about: request => ({
        universe: idOf(request),
        command: 'undo',
        ...(isObject(request.body) && { revision: request.body.revision }),
      }),
      answer: withRefusals(async request => {
        const capture = captureFor(request);
        const options = writeOptions(request);
        const { undone, ...receipt } = await universes.undo(
          idOf(request),
          undoneRevision(request),
          options,
          capture,
        );
        return outcome(receipt, { undone }, await captures.text(receipt.captured, request));
      }),
    },
  ];
}

function captureFor(request: WebRequest) {
  if (oneOf(request, 'returning', RETURNING) === 'changes') return undefined;
  return (universe: Universe) => universe.capture();
}

/** One command, or an array of commands. */
function commandsOf({ body }: WebRequest): readonly unknown[] {
  const commands = Array.isArray(body) ? body : [body];
  for (const command of commands) {
    if (isObject(command) && typeof command.type === 'string') continue;
    throw invalid(
      'The body must be a command, which is a JSON object with a "type", or an array of commands.',
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
  throw invalid('revision must be an integer, 1 or greater.');
}

/** Inserts the state as the text that it is, without parsing it. */
function outcome(receipt: Receipt, more: object, state: string | undefined): WebAnswer {
  const { revision, first, events, changes, replayed } = receipt;
  const facts = { ...more, events, revision, ...(first !== revision && { firstRevision: first }) };
  const headers = { ...entityTag(revision), ...(replayed && { 'idempotency-replayed': 'true' }) };
  if (state === undefined) return json(200, { ...facts, changes }, headers);
  return { status: 200, headers, body: `{"nextState":${state},${JSON.stringify(facts).slice(1)}` };
}
