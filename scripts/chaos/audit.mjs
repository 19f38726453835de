/** Compares the final state of a server with the acknowledgements that its clients got. */
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Universe } from '../../worlds/universe/dist/domain/index.js';
import { BEACON, isSame } from './workload.mjs';

const CATCH_UP_TRIES = 500;
const PAUSE_MS = 20;

/** Nothing may be writing meanwhile. */
export async function audit(client, journal, start, patience = CATCH_UP_TRIES) {
  try {
    const { state, revision } = await caughtUp(client, journal, patience);
    const [changes, history] = [await client.changes(), (await client.history()).reverse()];
    return [...journal.troubles, ...faults({ state, revision, changes, history }, journal, start)];
  } catch (error) {
    return [...journal.troubles, `the universe cannot be read: ${error}`];
  }
}

/**
 * A server that shares its store hears of the others' commits a moment later; one that never does has lost them.
 */
async function caughtUp(client, journal, patience) {
  const newest = journal.operations.reduce(
    (max, { acknowledged }) => Math.max(max, acknowledged?.last ?? 0),
    0,
  );
  for (let tries = 1; ; tries += 1) {
    const seen = await client.read();
    if (seen.revision >= newest || tries >= patience) return seen;
    await delay(PAUSE_MS);
  }
}

function faults({ state, revision, changes, history }, journal, start) {
  return [
    ...gaps('changes', changes, revision),
    ...gaps('history', history, revision),
    ...unmatched(journal.operations, changes, history),
    ...differences(state, start, changes),
    ...replayDifferences(state, start, changes),
  ];
}

function gaps(what, entries, revision) {
  const wrong = entries.findIndex((entry, index) => entry.revision !== index + 1);
  if (wrong !== -1) return [`${what}: revision ${entries[wrong].revision} is in the place of ${wrong + 1}`];
  return entries.length === revision ? [] : [`${what}: ${entries.length} entries at revision ${revision}`];
}

/** Every operation that was acknowledged is where it was said to be, every entry belongs to one operation. */
function unmatched(operations, changes, history) {
  const problems = [];
  const owners = new Map();
  const firstOf = new Map();
  for (const { operationKey, revision } of history) {
    if (!firstOf.has(operationKey)) firstOf.set(operationKey, revision);
  }
  for (const { key, commands, acknowledged } of operations) {
    // An operation without an acknowledgement may still be committed, once and whole.
    const first = acknowledged?.first ?? (key === undefined ? undefined : firstOf.get(key));
    if (first === undefined) continue;
    for (const [index, command] of commands.entries()) {
      const at = first + index;
      const [entry, recorded] = [changes[at - 1], history[at - 1]];
      const name = `${key ?? 'without a key'} ${JSON.stringify(command)}`;
      if (entry === undefined) problems.push(`lost: ${name}, acknowledged at ${at}`);
      else if (!isSame(entry.command, command) || recorded?.operationKey !== key)
        problems.push(`wrong command: ${JSON.stringify(entry.command)} is at ${at} instead of ${name}`);
      else if (owners.has(at)) problems.push(`two operations got revision ${at}: ${name}`);
      owners.set(at, name);
    }
  }
  for (const { revision, command } of changes) {
    if (!owners.has(revision))
      problems.push(`doubled: no operation has ${JSON.stringify(command)} at ${revision}`);
  }
  return problems;
}

/** What the commands add up to, counted without the domain. */
function differences(state, start, changes) {
  const problems = [];
  const commands = changes.map(({ command }) => command);
  const ticks = commands.filter(({ type }) => type === 'tick').length;
  if (state.time !== start.time + ticks)
    problems.push(`time is ${state.time} after ${ticks} ticks of a second`);
  const added = commands.filter(({ type }) => type === 'addStar').map(({ id }) => id);
  const missing = added.filter(id => state.stars[id] === undefined);
  if (missing.length > 0) problems.push(`bodies are missing: ${missing.slice(0, 5).join(', ')}`);
  const bodies = Object.keys(state.stars).length - Object.keys(start.stars).length;
  if (bodies !== added.length) problems.push(`there are ${bodies} bodies, but ${added.length} were added`);
  const last = commands.findLast(({ type }) => type === 'updateStar')?.payload.name;
  if (last !== undefined && state.stars[BEACON].name !== last) problems.push(`the beacon is not by ${last}`);
  return problems;
}

/** Where replaying the log leads, if not here. */
function replayDifferences(state, start, changes) {
  try {
    const universe = Universe.from(start);
    for (const entry of changes) universe.replay(entry.changes);
    const replayed = JSON.parse(JSON.stringify(universe.snapshot()));
    return isDeepStrictEqual(replayed, state) ? [] : ['a replay of the log gives another state'];
  } catch (error) {
    return [`the log cannot be replayed: ${error}`];
  }
}
