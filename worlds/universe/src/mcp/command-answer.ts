import { type Context, SerializedJson, ToolAnswer, text } from '@worldwire/server';
import { META_REVISION, undoLine } from '@worldwire/server/kit';
import { POSSIBLE } from '@worldwire/writes';
import { expandResets } from '../domain/index.js';
import type { Sent } from '../service/sent.js';
import { effectSummary } from './effect-summary.js';
import { commandRoom, fitsTwice } from './result-budget.js';
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
  const room = commandRoom(context);
  const facts = factsOf(sent);
  const json =
    withState(sent, facts, room, state) ??
    withChanges(sent, facts, room, returning) ??
    withSummary(sent, facts, room, returning) ??
    JSON.stringify({ ...outlineOf(facts), note: 'The answer has no room for more: raise maxBytes.' });
  // The text is written once, and used twice.
  const structured = new SerializedJson(json);
  const meta = { [META_REVISION]: sent.revision };
  return new ToolAnswer([text(json)], { structured, meta });
}

/** Undefined if it does not fit, like the other answers. Every character of a state, and every change, has two bytes or more. */
function withState({ events }: Sent, facts: Facts, room: number, state?: string): string | undefined {
  if (state === undefined || 2 * state.length > room) return undefined;
  const shown = JSON.stringify(shortenEvents(events, MAX_EVENTS_CHARACTERS));
  return fitting(`${opened(facts)},"events":${shown},"returned":"state","nextState":${state}}`, room);
}

function withChanges(
  { events, changes }: Sent,
  facts: Facts,
  room: number,
  returning: Returning,
): string | undefined {
  if (returning !== 'changes' || 2 * changes.length > room) return undefined;
  const [happened, changed] = [JSON.stringify(events), JSON.stringify(changes)];
  return fitting(`${opened(facts)},"events":${happened},"returned":"changes","changes":${changed}}`, room);
}

function withSummary(sent: Sent, facts: Facts, room: number, returning: Returning): string | undefined {
  const events = shortenEvents(sent.events, MAX_EVENTS_CHARACTERS);
  return fitting(
    JSON.stringify({ ...facts, events, returned: 'summary', ...noteOn(sent, returning, facts) }),
    room,
  );
}

function fitting(json: string, room: number): string | undefined {
  return fitsTwice(json, room) ? json : undefined;
}

/** As JSON without the last brace. */
function opened(facts: Facts): string {
  return JSON.stringify(facts).slice(0, -1);
}

/** What an answer must have. */
function outlineOf({ revision, dryRun, digest, undo }: Facts): object {
  return {
    ...(dryRun !== undefined && { dryRun, digest }),
    ...{ revision, events: [], before: {}, after: {}, returned: 'summary' },
    ...(undo !== undefined && undo.length <= MAX_UNDO_CHARACTERS && { undo }),
  };
}

interface Facts {
  readonly dryRun?: true;
  readonly digest?: string;
  readonly revision: number;
  readonly before: object;
  readonly after: object;
  also?: readonly string[];
  changeCount?: number;
  warnings?: readonly string[];
  undo?: string;
  replayed?: true;
}

/** Field by field: every command runs this, and conditional spreads cost several times as much. */
function factsOf(sent: Sent): Facts {
  const { id, revision, digest, warnings, receipt, beside } = sent;
  const { before, after, also, changeCount } = effectSummary(sent);
  const facts: Facts =
    digest === undefined ? { revision, before, after } : { dryRun: true, digest, revision, before, after };
  if (also !== undefined) facts.also = also;
  if (changeCount !== undefined) facts.changeCount = changeCount;
  if (warnings.length > 0) facts.warnings = warnings;
  facts.undo = undoOf(id, sent);
  if (receipt?.replayed ?? beside?.replayed ?? false) facts.replayed = true;
  return facts;
}

function undoOf(id: string, { revision, beside, digest }: Sent): string {
  const undo = beside?.undo ?? { type: 'undo', revision };
  if (typeof undo === 'string') return undo;
  return digest !== undefined ? POSSIBLE : undoLine(SEND_TOOL, { universeId: id, command: undo });
}

/** Where the state or the changes are that the answer has no room for. */
function noteOn(sent: Sent, returning: Returning, facts: Facts): object {
  const { id, changes, receipt, beside } = sent;
  const cut = 'also' in facts || 'changeCount' in facts;
  if (beside !== undefined || (returning === 'auto' && !cut)) return {};
  const replaces = changes.some(({ op }) => op === 'reset');
  const changeCount = replaces ? expandResets(changes).length : changes.length;
  if (receipt === undefined) {
    if (returning === 'auto' && facts.changeCount === undefined) return {};
    const next = {
      auto: 'With returning: "changes" the answer lists them',
      state: 'A dry run has no state; returning: "changes" lists them',
      changes: 'Raise maxBytes for all of them',
    }[returning];
    return { changeCount, note: `The plan has ${changeCount} changes. ${next}.` };
  }
  const uri = changesUri(id, receipt.first - 1);
  const state = returning === 'state' ? ' get_universe_state reads the state, or raise maxBytes.' : '';
  return {
    changeCount,
    note: `Done. The answer has not all of the ${changeCount} changes: ${uri} has them in pages.${state}`,
  };
}
