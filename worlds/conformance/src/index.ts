import { defineWorld, type World, WorldEvents } from '@worldwire/server';
import { contentTools } from './content-tools.js';
import { dialogueTools } from './dialogue-tools.js';
import { prompts } from './prompts.js';
import { resources, templates } from './resources.js';
import { roundTripTools } from './round-trip-tools.js';
import { skills } from './skills.js';
import { taskTools } from './task-tools.js';

/** What the official conformance suite expects to find in a server under test. */
export function conformanceWorld(): World {
  const events = new WorldEvents();
  return defineWorld({
    name: 'conformance',
    title: 'Conformance fixture',
    version: '0.1.0',
    description: 'The fixtures of the official MCP conformance suite.',
    // The suite calls the first tool without arguments, so test_simple_text stays first.
    tools: [...contentTools, ...dialogueTools(events), ...roundTripTools, ...taskTools],
    resources,
    templates,
    prompts,
    skills,
    events,
    // The suite reads only the first page of a list.
    pageSize: 200,
  });
}
