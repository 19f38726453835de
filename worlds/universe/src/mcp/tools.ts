import type { Log, Tool } from '@worldwire/server';
import type { Sky } from '../service/sky.js';
import type { Universes } from '../service/universes.js';
import { commandTool } from './command-tool.js';
import { followTool } from './follow-tool.js';
import { listingTool } from './listing-tool.js';
import { stateTool } from './state-tool.js';

export function universeTools(universes: Universes, sky: Sky, log: Log): readonly Tool[] {
  return [
    stateTool(universes, sky, log),
    listingTool(),
    commandTool(universes, log),
    followTool(universes, log),
  ];
}
