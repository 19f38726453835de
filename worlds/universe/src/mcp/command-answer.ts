import { type Context, ToolAnswer, text } from '@worldwire/server';
import { expandResets } from '../domain/index.js';
import type { Receipt } from '../service/operation.js';
import { fits } from './result-budget.js';
import { shortenEvents } from './shorten.js';
import { changesUri } from './uris.js';

export const RETURNING = ['auto', 'state', 'changes'] as const;
export type Returning = (typeof RETURNING)[number];

/** What changed is worth its tokens up to this size; the rest of it is read in pages. */
const WORTH_CHARACTERS = 32 * 1024;

/** What a command that is done has come to: as much as is wanted and fits, since a size must not make it look undone. */
export function commandAnswer(
  id: string,
  receipt: Receipt,
  returning: Returning,
  context: Pick<Context, 'resultBytes'>,
  state?: string,
): ToolAnswer {
  const { revision, events, changes, replayed } = receipt;
  const worth = JSON.stringify(events).length <= WORTH_CHARACTERS;
  const facts = { revision, events: worth ? events : shortenEvents(events), ...(replayed && { replayed }) };
  if (state !== undefined && fits(state.length, context)) {
    const answer = { ...facts, returned: 'state', nextState: JSON.parse(state) as object };
    const written = JSON.stringify(answer);
    if (fits(written.length, context)) return told(answer, written, revision);
  }
  const full = {
    ...facts,
    events: returning === 'changes' ? events : facts.events,
    returned: 'changes',
    ...noteOf(id, returning, replayed),
    changes,
  };
  const written = JSON.stringify(full);
  const wanted = returning === 'changes' || written.length <= WORTH_CHARACTERS;
  if (wanted && fits(written.length, context)) return told(full, written, revision);
  const answer = { ...facts, events: shortenEvents(events), returned: 'summary', ...summaryOf(id, receipt) };
  return told(answer, JSON.stringify(answer), revision);
}

function told(structured: object, written: string, revision: number): ToolAnswer {
  return new ToolAnswer([text(written)], { structured, meta: revisionMeta(revision) });
}

/** What a client sends back as `worldwire/ifRevision`. */
export function revisionMeta(revision: number): Record<string, unknown> {
  return { 'worldwire/revision': revision };
}

function noteOf(id: string, returning: Returning, replayed: boolean): object {
  if (returning === 'changes') return {};
  const reason = replayed ? `"${id}" may have changed since then` : `the state of "${id}" is large`;
  return { note: `Only the changes are here, since ${reason}: get_universe_state reads it.` };
}

function summaryOf(id: string, { first, changes }: Receipt): object {
  const changeCount = expandResets(changes).length;
  const uri = changesUri(id, first - 1);
  const note = `Done. The ${changeCount} changes are too large for this answer: ${uri} has them, in pages.`;
  return { changeCount, note };
}
