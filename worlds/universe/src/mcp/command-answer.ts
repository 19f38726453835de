import type { Context, ToolAnswer } from '@worldwire/server';
import { resultBytesOf, structuredAnswer, undoLine } from '@worldwire/server/kit';
import { expandResets } from '../domain/index.js';
import type { Sent } from '../service/sent.js';
import { effectSummary } from './effect-summary.js';
import { commandRoom } from './result-budget.js';
import { shortenEvents } from './shorten.js';
import { changesUri } from './uris.js';

export const RETURNING = ['auto', 'state', 'changes'] as const;
export type Returning = (typeof RETURNING)[number];

/** More characters of events are not worth their tokens; a client can read them in pages. */
const MAX_EVENTS_CHARACTERS = 1_024;
/** Of the line in the shortest answer. */
const MAX_UNDO_CHARACTERS = 120;

export const SEND_TOOL = 'send_universe_command';

/** Answers with as much as is wanted and fits. The command is committed, so its answer must not fail because of its size. */
export function commandAnswer(
  sent: Sent,
  returning: Returning,
  context: Pick<Context, 'answerBytes'>,
  state?: string,
): ToolAnswer {
  const { revision, events, changes } = sent;
  const room = commandRoom(context);
  const facts = factsOf(sent);
  const short = { ...facts, events: shortenEvents(events, MAX_EVENTS_CHARACTERS) };
  const wanted: object[] = [];
  if (state !== undefined && 2 * state.length <= room)
    wanted.push({ ...short, returned: 'state', nextState: JSON.parse(state) as object });
  if (returning === 'changes' && 2 * changes.length <= room)
    wanted.push({ ...facts, events, returned: 'changes', changes });
  const summary = { ...short, returned: 'summary', ...noteOn(sent, returning, facts) };
  const least = { ...outlineOf(summary), note: 'The answer has no room for more: raise maxBytes.' };
  const answer = [...wanted, summary].find(one => resultBytesOf(one) <= room) ?? least;
  return structuredAnswer(answer, { revision });
}

/** What an answer must have. */
function outlineOf({ revision, dryRun, digest, undo }: Readonly<Record<string, unknown>>): object {
  return {
    ...(dryRun !== undefined && { dryRun, digest }),
    ...{ revision, events: [], before: {}, after: {}, returned: 'summary' },
    ...(typeof undo === 'string' && undo.length <= MAX_UNDO_CHARACTERS && { undo }),
  };
}

function factsOf(sent: Sent): object {
  const { id, revision, digest, warnings, receipt, beside } = sent;
  const replayed = receipt?.replayed ?? beside?.replayed ?? false;
  return {
    ...(digest !== undefined && { dryRun: true, digest }),
    revision,
    ...effectSummary(sent),
    ...(warnings.length > 0 && { warnings }),
    ...(digest === undefined && { undo: undoOf(id, sent) }),
    ...(replayed && { replayed }),
  };
}

function undoOf(id: string, { revision, beside }: Sent): string {
  const undo = beside?.undo ?? { type: 'undo', revision };
  return typeof undo === 'string' ? undo : undoLine(SEND_TOOL, { universeId: id, command: undo });
}

/** Where the state or the changes are that the answer has no room for. */
function noteOn(sent: Sent, returning: Returning, facts: object): object {
  const { id, changes, receipt, beside } = sent;
  const cut = 'also' in facts || 'changeCount' in facts;
  if (beside !== undefined || (returning === 'auto' && !cut)) return {};
  const changeCount = expandResets(changes).length;
  if (receipt === undefined) {
    if (returning === 'auto') return {};
    const next =
      returning === 'state'
        ? 'A dry run has no state; returning: "changes" lists them'
        : 'Raise maxBytes for all of them';
    return { changeCount, note: `The plan has ${changeCount} changes. ${next}.` };
  }
  const uri = changesUri(id, receipt.first - 1);
  const state = returning === 'state' ? ' get_universe_state reads the state, or raise maxBytes.' : '';
  return {
    changeCount,
    note: `Done. The answer has not all of the ${changeCount} changes: ${uri} has them in pages.${state}`,
  };
}
