import { type Context, SerializedJson, ToolAnswer, text } from '@worldwire/server';
import { META_REVISION, undoLine } from '@worldwire/server/kit';
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
  const { revision } = sent;
  const room = commandRoom(context);
  const facts = factsOf(sent);
  for (const answer of answersOf(sent, facts, returning, room, state)) {
    const json = JSON.stringify(answer);
    if (fitsTwice(json, room)) return written(json, revision);
  }
  const note = 'The answer has no room for more: raise maxBytes.';
  return written(JSON.stringify({ ...outlineOf(facts), note }), revision);
}

/** The text is written once, and used twice. */
function written(json: string, revision: number): ToolAnswer {
  const structured = new SerializedJson(json);
  return new ToolAnswer([text(json)], { structured, meta: { [META_REVISION]: revision } });
}

/** The possible answers, the best one first. Each is made only if those before it do not fit. */
function* answersOf(
  sent: Sent,
  facts: Facts,
  returning: Returning,
  room: number,
  state: string | undefined,
): Generator<object> {
  const { events, changes } = sent;
  // Every character of a state, and every change, has two bytes or more.
  const withState = state !== undefined && 2 * state.length <= room;
  const short = () => shortenEvents(events, MAX_EVENTS_CHARACTERS);
  if (withState)
    yield { ...facts, events: short(), returned: 'state', nextState: JSON.parse(state) as object };
  if (returning === 'changes' && 2 * changes.length <= room)
    yield { ...facts, events, returned: 'changes', changes };
  yield { ...facts, events: short(), returned: 'summary', ...noteOn(sent, returning, facts) };
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
  if (digest === undefined) facts.undo = undoOf(id, sent);
  if (receipt?.replayed ?? beside?.replayed ?? false) facts.replayed = true;
  return facts;
}

function undoOf(id: string, { revision, beside }: Sent): string {
  const undo = beside?.undo ?? { type: 'undo', revision };
  return typeof undo === 'string' ? undo : undoLine(SEND_TOOL, { universeId: id, command: undo });
}

/** Where the state or the changes are that the answer has no room for. */
function noteOn(sent: Sent, returning: Returning, facts: Facts): object {
  const { id, changes, receipt, beside } = sent;
  const cut = 'also' in facts || 'changeCount' in facts;
  if (beside !== undefined || (returning === 'auto' && !cut)) return {};
  const replaces = changes.some(({ op }) => op === 'reset');
  const changeCount = replaces ? expandResets(changes).length : changes.length;
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
