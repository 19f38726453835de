import type { Context } from '@worldwire/server';
import { resultBytesOf } from '@worldwire/server/kit';
import type { Capture, Entity, Steps } from '../domain/index.js';
import { dateOf } from '../queries/instant.js';
import { type Summary, summarize } from '../queries/summary.js';
import type { Committed } from '../service/committed-states.js';
import { answerRoom } from './result-budget.js';

/** Entities whose JSON is measured to estimate the size of all. */
const SAMPLED = 64;
/** A result has the JSON twice, and the quotes of the second copy are escaped. */
const COPIES = 2.2;

/** A universe in short, with calls that read more of it. `why` is the reason why it is not the whole state. */
export function* summaryAnswer(
  { capture, revision, head }: Committed,
  context: Pick<Context, 'answerBytes' | 'resultBytes'>,
  why?: string,
): Steps<object> {
  const summary = yield* summarize(capture);
  const whole = wholeBytes(capture);
  const reading =
    whole <= context.resultBytes ? ` {"maxBytes":${whole}} reads all of it.` : ' It does not fit one answer.';
  const note = `${why === undefined ? '' : `${why} `}The whole state has about ${kilobytes(whole)} KB.${reading}`;
  const date = dateOf(summary.time);
  const described = { name: head.name, ...(date !== undefined && { date: `${date} TDB` }), ...summary };
  const answer = { revision, summary: described, note, ask: examplesOf(head.id, revision, summary) };
  for (let max = 8; max > 0; max >>= 1) {
    const shorter = { ...answer, summary: { ...described, ...cut(summary, max) } };
    if (resultBytesOf(shorter) <= answerRoom(context)) return shorter;
  }
  const { counts } = summary;
  const omitted = [...Object.keys(described).filter(part => part !== 'counts'), 'ask'];
  const least = { revision, summary: { counts }, note, omitted };
  return resultBytesOf(least) <= answerRoom(context)
    ? least
    : { revision, note, omitted: ['counts', ...omitted] };
}

/** Calls of get_universe_state that go on from a summary. */
function examplesOf(universeId: string, revision: number, summary: Summary): readonly object[] {
  const [root] = summary.roots.first;
  const [largest] = summary.largest;
  const [group] = summary.groups.first;
  return [
    ...(root === undefined
      ? []
      : [{ universeId, where: { parent: root.id }, sort: '-mass', fields: ['name', 'bodyType', 'mass'] }]),
    ...(largest === undefined
      ? []
      : [
          { universeId, sort: '-mass', limit: 5, fields: ['name', 'mass'] },
          { universeId, ids: [largest.id] },
        ]),
    ...(group === undefined ? [] : [{ universeId, where: { group: group.id }, limit: 20, fields: ['name'] }]),
    ...(root === undefined
      ? []
      : [
          { universeId, at: '2030-01-01', positionsOf: [root.id] },
          { universeId, picture: { focus: root.id } },
        ]),
    { universeId, since: revision },
  ];
}

function cut(summary: Summary, max: number): Partial<Summary> {
  const { roots, largest, groups } = summary;
  return {
    roots: { ...roots, first: roots.first.slice(0, max) },
    largest: largest.slice(0, max),
    groups: { ...groups, first: groups.first.slice(0, max) },
  };
}

/** About how large the whole state is in a result. */
function wholeBytes({ captured }: Capture): number {
  let characters = 0;
  for (const entities of Object.values<readonly Entity[]>(captured.records)) {
    const sample = entities.slice(0, SAMPLED);
    const size = JSON.stringify(sample).length;
    characters += sample.length === 0 ? 0 : (size / sample.length) * entities.length;
  }
  const ids = captured.rootIds.length + captured.records.stars.length;
  return Math.ceil(((characters + 24 * ids) * COPIES) / 1024) * 1024 + 1024;
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1024);
}
