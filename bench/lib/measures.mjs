/** All measures, in the order in which they run. */
import { measureAgents } from './measures/agents.mjs';
import { measureCredentials } from './measures/credentials.mjs';
import { measureFrames } from './measures/frames.mjs';
import { measureGodot } from './measures/godot.mjs';
import * as peers from './measures/peers.mjs';
import { measureUnity } from './measures/unity.mjs';
import { measureUniverse } from './measures/universe.mjs';
import { measureUnreal } from './measures/unreal.mjs';
import { inScope } from './scope.mjs';

const OF_PEERS = {
  'tools-call': peers.measureToolsCall,
  'idle-sessions': peers.measureIdleSessions,
  subscribers: peers.measureSubscribers,
  stdio: peers.measureStdio,
};
const ALL = {
  ...OF_PEERS,
  credentials: measureCredentials,
  universe: measureUniverse,
  unity: measureUnity,
  unreal: measureUnreal,
  frames: measureFrames,
  godot: measureGodot,
  agents: measureAgents,
};

export const { SERVERS } = peers;
export const MEASURES = Object.keys(ALL);

/** Each measure has a scope, in which it starts servers and creates files. */
export async function measureAll({ servers, measures, settings }, progress) {
  const measured = {};
  for (const name of MEASURES.filter(each => measures.includes(each))) {
    if (!(name in OF_PEERS) && !servers.includes('worldwire')) continue;
    const run = scope => ALL[name](settings, { ...scope, servers, progress });
    measured[name.replace(/-./, ([, letter]) => letter.toUpperCase())] = await inScope(run);
  }
  return measured;
}
