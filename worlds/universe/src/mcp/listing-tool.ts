import type { Tool } from '@worldwire/server';
import { readTool } from '@worldwire/server/kit';
import { z } from 'zod';
import { CATEGORIES } from '../domain/index.js';
import { COMPOUND_CATEGORY, commandListing } from './command-listing.js';
import { universeId } from './universe-argument.js';

const LISTED = [...CATEGORIES, COMPOUND_CATEGORY] as const;

const listed = z.array(
  z.object({
    type: z.string(),
    summary: z.string(),
    fields: z.record(z.string(), z.string()),
    example: z.looseObject({ type: z.string() }),
  }),
);

export function listingTool(): Tool {
  return readTool({
    name: 'list_universe_commands',
    title: 'List the commands',
    description: `Lists the commands of send_universe_command by category, each with its fields and an example; and, as ${COMPOUND_CATEGORY}, the forms that are made of commands or of the history: batch, undo, restore, bookmark, createUniverse, generate.`,
    subject: 'universeId',
    input: z.object({
      universeId,
      category: z
        .preprocess(categoryOf, z.enum(LISTED))
        .optional()
        .describe('Return only the commands of this category.'),
    }),
    output: z.object({
      categories: z.array(z.object({ name: z.string(), commands: listed })),
      [COMPOUND_CATEGORY]: listed.optional(),
    }),
    call: ({ category }) => commandListing(category),
  });
}

/** The category of a name in any case, and in the form of addresses: "star-crud". Other values stay for the enumeration to refuse. */
function categoryOf(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const wanted = plain(given);
  return LISTED.find(name => plain(name) === wanted) ?? given;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, ' ');
}
