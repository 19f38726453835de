import type { Log, Tool } from '@worldwire/server';
import type { Universes } from '../service/universes.js';
import { commandTool } from './command-tool.js';
import { listingTool } from './listing-tool.js';
import { stateTool } from './state-tool.js';

export function universeTools(universes: Universes, log: Log): readonly Tool[] {
  return [stateTool(universes, log), listingTool(), commandTool(universes, log)];
}
