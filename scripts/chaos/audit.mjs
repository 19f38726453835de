/** Holds what a server says at the end against what its client was told on the way. */
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Universe } from '../../worlds/universe/dist/domain/index.js';
import { BEACON, isSame } from './workload.mjs';

const CATCH_UP_TRIES = 500;
const PAUSE_MS = 20;

/**
 * Nothing may be writing meanwhile.
 * @param {import('./universe-client.mjs').UniverseClient} client
 * @param {import('./client-journal.mjs').ClientJournal} journal
 * @param {any} start the state at revision 0
 * @param {number} [patience] looks at a server that may still catch up
 * @returns {Promise<string[]>} what is wrong; empty when nothing was lost and nothing doubled
 */
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
 * @param {import('./universe-client.mjs').UniverseClient} client
 * @param {import('./client-journal.mjs').ClientJournal} journal
 * @param {number} patience
 */
async function caughtUp(client, journal, patience) {
  const newest = journal.operations.reduce(
    (most, { acknowledged }) => Math.max(most, acknowledged?.last ?? 0),
    0,
  );
  for (let tries = 1; ; tries += 1) {
    const seen = await client.read();
    if (seen.revision >= newest || tries >= patience) return seen;
    await delay(PAUSE_MS);
  }
}

/**
 * @param {{ state: any, revision: number, changes: any[], history: any[] }} found
 * @param {import('./client-journal.mjs').ClientJournal} journal
 * @param {any} start
 */
function faults({ state, revision, changes, history }, journal, start) {
  return [
    ...gaps('changes', changes, revision),
    ...gaps('history', history, revision),
    ...unmatched(journal.operations, changes, history),
    ...differences(state, start, changes),
    ...elsewhere(state, start, changes),
  ];
}

/** @param {string} what @param {any[]} entries @param {number} revision */
function gaps(what, entries, revision) {
  const wrong = entries.findIndex((entry, index) => entry.revision !== index + 1);
  if (wrong !== -1) return [`${what}: revision ${entries[wrong].revision} stands where ${wrong + 1} should`];
  return entries.length === revision ? [] : [`${what}: ${entries.length} entries at revision ${revision}`];
}

/**
 * Every operation that was acknowledged is where it was said to be, every entry belongs to one operation.
 * @param {import('./client-journal.mjs').Operation[]} operations
 * @param {any[]} changes
 * @param {any[]} history
 */
function unmatched(operations, changes, history) {
  const problems = [];
  const owners = new Map();
  const firstOf = new Map();
  for (const { operationKey, revision } of history) {
    if (!firstOf.has(operationKey)) firstOf.set(operationKey, revision);
  }
  for (const { key, commands, acknowledged } of operations) {
    // One that was never acknowledged may be there nevertheless, once and whole.
    const first = acknowledged?.first ?? (key === undefined ? undefined : firstOf.get(key));
    if (first === undefined) continue;
    for (const [index, command] of commands.entries()) {
      const at = first + index;
      const [entry, told] = [changes[at - 1], history[at - 1]];
      const name = `${key ?? 'without a key'} ${JSON.stringify(command)}`;
      if (entry === undefined) problems.push(`lost: ${name}, acknowledged at ${at}`);
      else if (!isSame(entry.command, command) || told?.operationKey !== key)
        problems.push(`another: ${JSON.stringify(entry.command)} stands at ${at}, not ${name}`);
      else if (owners.has(at)) problems.push(`two operations were told revision ${at}: ${name}`);
      owners.set(at, name);
    }
  }
  for (const { revision, command } of changes) {
    if (!owners.has(revision))
      problems.push(`doubled: ${JSON.stringify(command)} at ${revision} is nobody's`);
  }
  return problems;
}

/** What the commands add up to, counted without the domain. @param {any} state @param {any} start @param {any[]} changes */
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
  if (bodies !== added.length) problems.push(`${bodies} bodies are there, and ${added.length} were added`);
  const last = commands.findLast(({ type }) => type === 'updateStar')?.payload.by;
  if (last !== undefined && state.stars[BEACON].by !== last) problems.push(`the beacon is not by ${last}`);
  return problems;
}

/** Where replaying the log leads, if not here. @param {any} state @param {any} start @param {any[]} changes */
function elsewhere(state, start, changes) {
  try {
    const universe = Universe.from(start);
    for (const entry of changes) universe.replay(entry.changes);
    const replayed = JSON.parse(JSON.stringify(universe.snapshot()));
    return isDeepStrictEqual(replayed, state) ? [] : ['replaying the log gives another state'];
  } catch (error) {
    return [`the log cannot be replayed: ${error}`];
  }
}
