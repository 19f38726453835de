import type { Context, ToolAnswer } from '@worldwire/server';
import { structuredAnswer, undoLine } from '@worldwire/server/kit';
import { expandResets } from '../domain/index.js';
import type { Sent } from '../service/sent.js';
import { effectSummary } from './effect-summary.js';
import { fits } from './result-budget.js';
import { shortenEvents } from './shorten.js';
import { changesUri } from './uris.js';

export const RETURNING = ['auto', 'state', 'changes'] as const;
export type Returning = (typeof RETURNING)[number];

/** More characters of events are not worth their tokens; a client can read them in pages. */
const MAX_EVENTS_CHARACTERS = 1_024;

export const SEND_TOOL = 'send_universe_command';

/** Answers with as much as is wanted and fits. The command is committed, so its answer must not fail because of its size. */
export function commandAnswer(
  sent: Sent,
  returning: Returning,
  context: Pick<Context, 'resultBytes' | 'answerBytes'>,
  state?: string,
): ToolAnswer {
  const { revision, events, changes, receipt } = sent;
  const budget = returning === 'auto' ? { resultBytes: context.answerBytes } : context;
  const facts = factsOf(sent);
  const short = { ...facts, events: shortenEvents(events, MAX_EVENTS_CHARACTERS) };
  if (state !== undefined && fits(state.length, budget)) {
    const answer = { ...short, returned: 'state', nextState: JSON.parse(state) as object };
    const json = JSON.stringify(answer);
    if (fits(json.length, budget)) return structuredAnswer(answer, { json, revision });
  }
  if (returning === 'changes') {
    const full = { ...facts, events, returned: 'changes', changes };
    const json = JSON.stringify(full);
    if (fits(json.length, budget)) return structuredAnswer(full, { json, revision });
  }
  const left = returning === 'auto' && !('also' in facts) && !('changeCount' in facts);
  const summary = { ...short, returned: 'summary', ...(!left && receipt !== undefined && whereOf(sent)) };
  return structuredAnswer(summary, { revision });
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

/** Where the changes are that the answer has no room for. */
function whereOf({ id, changes, receipt, revision }: Sent): object {
  const changeCount = expandResets(changes).length;
  const uri = changesUri(id, (receipt?.first ?? revision) - 1);
  return {
    changeCount,
    note: `Done. The answer has not all of the ${changeCount} changes: ${uri} has them in pages.`,
  };
}
