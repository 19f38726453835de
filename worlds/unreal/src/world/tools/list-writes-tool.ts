import type { JsonObject } from '@worldwire/protocol';
import type { Tool } from '@worldwire/server';
import { type NamedCall, writeList } from '@worldwire/writes';
import { z } from 'zod';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { readTool } from './read-tool.js';
import type { ToolParts } from './tool-kit.js';

export function listWritesTool({ sources, writes }: ToolParts): Tool {
  return readTool(writes.log, {
    name: 'list_writes',
    title: 'List writes',
    description:
      'Lists the writes, newest first: revision for undo_write, object, values before and after in short, outcome, by whom, and undoneBy.',
    input: z.object({
      since: z.int().min(0).default(0).describe('Only after this revision.'),
      limit: z.int().min(1).max(200).default(20),
      cursor: inputs.paging.cursor,
    }),
    output: outputs.writes,
    run: async (wanted, { room }) => ({
      facts: await writeList(writes.log, writes.running, wanted, room, subjectIn),
      from: { provenance: sources.leading.provenance },
    }),
  });
}

/** The actor, asset, level or class of a write, and its property. Of a batch: those of its parts. */
function subjectIn({ object, path, paths, class: made, property, writes }: JsonObject): JsonObject {
  if (Array.isArray(writes)) {
    const parts = writes as unknown as NamedCall[];
    return { object: parts.map(part => subjectIn(part.arguments).object ?? part.tool) };
  }
  const of = object ?? path ?? paths ?? made;
  return { ...(of !== undefined && { object: of }), ...(property !== undefined && { property }) };
}
