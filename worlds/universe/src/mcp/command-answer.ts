import type { Context, ToolAnswer } from '@worldwire/server';
import { structuredAnswer } from '@worldwire/server/kit';
import { expandResets } from '../domain/index.js';
import type { Receipt } from '../service/operation.js';
import { fits } from './result-budget.js';
import { shortenEvents } from './shorten.js';
import { changesUri } from './uris.js';

export const RETURNING = ['auto', 'state', 'changes'] as const;
export type Returning = (typeof RETURNING)[number];

/** More characters of changes are not worth their tokens; a client can read them in pages. */
const MAX_CHANGES_CHARACTERS = 32 * 1024;

/** Answers with as much as is wanted and fits. The command is committed, so its answer must not fail because of its size. */
export function commandAnswer(
  id: string,
  receipt: Receipt,
  returning: Returning,
  context: Pick<Context, 'resultBytes'>,
  state?: string,
): ToolAnswer {
  const { revision, events, changes, replayed } = receipt;
  const short = JSON.stringify(events).length <= MAX_CHANGES_CHARACTERS;
  const facts = { revision, events: short ? events : shortenEvents(events), ...(replayed && { replayed }) };
  if (state !== undefined && fits(state.length, context)) {
    const answer = { ...facts, returned: 'state', nextState: JSON.parse(state) as object };
    const json = JSON.stringify(answer);
    if (fits(json.length, context)) return structuredAnswer(answer, { json, revision });
  }
  const full = {
    ...facts,
    events: returning === 'changes' ? events : facts.events,
    returned: 'changes',
    ...noteOf(id, returning, replayed),
    changes,
  };
  const json = JSON.stringify(full);
  const wanted = returning === 'changes' || json.length <= MAX_CHANGES_CHARACTERS;
  if (wanted && fits(json.length, context)) return structuredAnswer(full, { json, revision });
  const summary = { ...facts, events: shortenEvents(events), returned: 'summary', ...summaryOf(id, receipt) };
  return structuredAnswer(summary, { revision });
}

function noteOf(id: string, returning: Returning, replayed: boolean): object {
  if (returning === 'changes') return {};
  const reason = replayed ? `"${id}" may have changed since then` : `the state of "${id}" is large`;
  return { note: `Only the changes are returned, because ${reason}. get_universe_state reads the state.` };
}

function summaryOf(id: string, { first, changes }: Receipt): object {
  const changeCount = expandResets(changes).length;
  const uri = changesUri(id, first - 1);
  const note = `Done. The ${changeCount} changes are too large for this answer. Read them in pages at ${uri}.`;
  return { changeCount, note };
}
