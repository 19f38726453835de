/** Writers that work while the server crashes repeatedly. */
import { setTimeout as delay } from 'node:timers/promises';
import { audit } from './audit.mjs';
import { ClientJournal } from './client-journal.mjs';
import { UniverseClient } from './universe-client.mjs';
import { mixed, START } from './workload.mjs';

const MAX_ANSWERS = 300;
const MAX_MS = 8;
/** Operations that were acknowledged before and are sent again in each cycle. */
const REPEATED = 8;
const SETTLE_TRIES = 1_000;
const PAUSE_MS = 20;

export async function crashLoop({ host, universe, writers, cycles, random, goOn = () => true, onCycle }) {
  const journal = new ClientJournal();
  const figures = { cycles: 0, inFlight: 0 };
  const counts = Array.from({ length: writers }, () => 0);
  let client = new UniverseClient(await host.up(), universe, writers);
  const start = await client.create(START);
  for (; figures.cycles < cycles && goOn(); figures.cycles += 1) {
    await cycle();
    client.close();
    client = new UniverseClient(await host.up(), universe, writers);
    onCycle?.(report([]));
  }
  await settle(client, journal);
  const problems = await audit(client, journal, start);
  if (problems.length === 0) problems.push(...(await repeatAll(client, journal, writers)));
  // After a problem the universe stays for inspection.
  if (problems.length === 0) await client.remove();
  client.close();
  return report(problems);

  async function cycle() {
    const again = [...journal.pending(), ...sample(journal.acknowledged(), REPEATED, random)];
    const crashAfter = 1 + Math.floor(random() * MAX_ANSWERS);
    let answers = 0;
    let inFlight = 0;
    let crashing;
    let crashed = false;
    await Promise.all(counts.map((_, writer) => write(writer)));
    await crashing;

    async function write(writer) {
      while (!crashed) {
        const operation = again.shift() ?? next(writer);
        inFlight += 1;
        try {
          if ((await journal.perform(client, operation)) === 'unavailable') {
            again.push(operation);
            await delay(PAUSE_MS);
          } else answers += 1;
        } catch (error) {
          if (!crashed) journal.troubles.push(`no answer before the crash: ${error}`);
          // The server does not answer, so the crash comes now.
          answers = crashAfter;
        }
        inFlight -= 1;
        if (answers >= crashAfter) crashing ??= crash();
      }
    }

    async function crash() {
      await delay(random() * MAX_MS);
      figures.inFlight += inFlight;
      const gone = host.crash();
      crashed = true;
      await gone;
    }
  }

  function next(writer) {
    const number = counts[writer]++;
    return journal.note(mixed(writer, number), `${universe}-${writer}-${number}`);
  }

  function report(problems) {
    const { unheard, retries, replays, unavailable } = journal;
    return {
      ...figures,
      operations: journal.operations.length,
      acknowledged: journal.acknowledged().length,
      unheard,
      retries,
      replays,
      unavailable,
      problems,
    };
  }
}

/** Repeats unanswered operations until they have an answer. */
async function settle(client, journal) {
  for (const operation of journal.pending()) {
    for (let tries = 1; (await journal.perform(client, operation)) === 'unavailable'; tries += 1) {
      if (tries === SETTLE_TRIES) throw new Error(`${operation.key} still gets 503.`);
      await delay(PAUSE_MS);
    }
  }
}

/** Once more with their keys: each gets the answer it had, and nothing moves. */
async function repeatAll(client, journal, writers) {
  const { revision } = await client.read();
  const again = [...journal.operations];
  const repeat = async () => {
    for (let operation = again.shift(); operation !== undefined; operation = again.shift()) {
      await journal.perform(client, operation);
    }
  };
  await Promise.all(Array.from({ length: writers }, repeat));
  const after = await client.read();
  const moved =
    after.revision === revision ? [] : [`retries changed the revision from ${revision} to ${after.revision}`];
  return [...journal.troubles, ...moved];
}

function sample(items, count, random) {
  if (items.length === 0) return [];
  return Array.from({ length: count }, () => items[Math.floor(random() * items.length)]);
}
