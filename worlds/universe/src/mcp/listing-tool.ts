import type { Tool } from '@worldwire/server';
import { readTool } from '@worldwire/server/kit';
import { z } from 'zod';
import { CATEGORIES } from '../domain/index.js';
import { commandListing } from './command-listing.js';
import { universeId } from './universe-argument.js';

export function listingTool(): Tool {
  return readTool({
    name: 'list_universe_commands',
    title: 'List the commands',
    description:
      'Lists the commands of send_universe_command by category, each with its fields and an example.',
    subject: 'universeId',
    input: z.object({
      universeId,
      category: z.enum(CATEGORIES).optional().describe('Return only the commands of this category.'),
    }),
    output: z.object({
      categories: z.array(
        z.object({
          name: z.string(),
          commands: z.array(
            z.object({
              type: z.string(),
              summary: z.string(),
              fields: z.record(z.string(), z.string()),
              example: z.looseObject({ type: z.string() }),
            }),
          ),
        }),
      ),
    }),
    call: ({ category }) => commandListing(category),
  });
}
