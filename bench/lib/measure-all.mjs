/** Runs every measure for every server, one server at a time. */
import { IDLE_SESSIONS, STDIO, SUBSCRIBERS, TOOLS_CALL } from './catalogue.mjs';
import { measureAgents } from './measures/agents.mjs';
import { measureCredentials } from './measures/credentials.mjs';
import { measureFrames } from './measures/frames.mjs';
import { measureGodot } from './measures/godot.mjs';
import { measureIdleSessions } from './measures/idle-sessions.mjs';
import { measureStdio } from './measures/stdio.mjs';
import { measureSubscribers } from './measures/subscribers.mjs';
import { measureToolsCall } from './measures/tools-call.mjs';
import { measureUnity } from './measures/unity.mjs';
import { measureUniverse } from './measures/universe.mjs';
import { measureUnreal } from './measures/unreal.mjs';

const WORLDS = {
  credentials: measureCredentials,
  universe: measureUniverse,
  unity: measureUnity,
  unreal: measureUnreal,
  frames: measureFrames,
  godot: measureGodot,
  agents: measureAgents,
};

export async function measureAll({ servers, measures, settings }, progress) {
  const taking = (measure, entrants) =>
    measures.includes(measure) ? entrants.filter(({ name }) => servers.includes(name)) : [];

  // Each round runs all servers, so that a disturbance affects one run of several servers and not all runs of one.
  const inRounds = async (measure, entrants, run) => {
    const rows = taking(measure, entrants).map(entrant => ({ entrant, runs: [] }));
    for (let round = 1; round <= settings.rounds; round++) {
      for (const { entrant, runs } of rows) {
        progress(`${measure}, round ${round} of ${settings.rounds}: ${entrant.label}, ${entrant.revision}`);
        runs.push(await run(entrant, settings));
      }
    }
    return rows;
  };

  const once = async (measure, entrants, run) => {
    const rows = [];
    for (const entrant of taking(measure, entrants)) {
      progress(`${measure}: ${entrant.label}, ${entrant.revision}`);
      rows.push({ entrant, ...(await run(entrant, settings)) });
    }
    return rows;
  };

  const toolsCall = await inRounds('tools-call', TOOLS_CALL, measureToolsCall);
  const idleSessions = await once('idle-sessions', IDLE_SESSIONS, measureIdleSessions);
  const subscribers = await once('subscribers', SUBSCRIBERS, measureSubscribers);
  const stdio = await inRounds('stdio', STDIO, measureStdio);
  const worlds = {};
  for (const [world, measure] of Object.entries(WORLDS)) {
    if (measures.includes(world) && servers.includes('worldwire'))
      worlds[world] = await measure(settings, progress);
  }
  return {
    toolsCall: toolsCall.map(({ entrant, runs }) => ({ entrant, best: fastest(runs), runs })),
    idleSessions,
    subscribers,
    stdio: stdio.map(({ entrant, runs }) => ({
      entrant,
      sequential: fastest(runs.map(({ sequential }) => sequential)),
      inFlight: fastest(runs.map(({ inFlight }) => inFlight)),
    })),
    ...worlds,
  };
}

function fastest(runs) {
  return runs.reduce((best, run) => (run.callsPerSecond > best.callsPerSecond ? run : best));
}
