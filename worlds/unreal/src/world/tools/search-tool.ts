import type { Tool } from '@worldwire/server';
import { fitItems, resultBytesOf } from '@worldwire/server/kit';
import { z } from 'zod';
import { folderPath } from '../../port/given-path.js';
import { SEARCH_KINDS } from '../../port/operations.js';
import { offsetOf } from '../answers/pages.js';
import { orSearch } from '../answers/suggestions.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { readTool } from './read-tool.js';
import type { ToolParts } from './tool-kit.js';

const DEFAULT_LIMIT = 20;
/** Bytes of `similar`, notes, what was searched, and the members beside the items. */
const HEAD_BYTES = 5_000;

/** Finds where something is used. */
export function searchTool({ sources, writes: { log } }: ToolParts): Tool {
  return readTool(log, {
    name: 'search_project',
    title: 'Search',
    description:
      'Finds who calls a function, uses a variable, gameplay tag, text, asset or class, and children of a class, in assets, C++ headers and ini files, and lines with a word in source files (kind "source" finds only those). Hits say where: "EventGraph: calls Fire"; the answer says what was searched and what was not.',
    input: z.object({
      query: inputs.query.describe('Name, tag, text or path.'),
      kind: z.enum(SEARCH_KINDS).default('any'),
      path: inputs.folder,
      limit: z.int().min(1).max(200).default(DEFAULT_LIMIT),
      cursor: inputs.paging.cursor,
    }),
    output: outputs.list,
    run: async ({ query, kind, path, limit, cursor }, { options, room }) => {
      const offset = offsetOf(cursor);
      const params = { query, kind, offset, limit, ...(path !== undefined && { path: folderPath(path) }) };
      const from = await orSearch(sources.read('asset.search', params, options));
      const { items, total, similar, searched, notSearched, notes } = from.value;
      const kept = fitItems(items, { max: Math.max(0, room - HEAD_BYTES), min: 1, sizeOf: resultBytesOf });
      const next = offset + kept.length;
      const facts = {
        items: kept,
        total,
        returned: kept.length,
        ...(next < total && kept.length > 0 && { nextCursor: String(next) }),
        ...(similar && { similar }),
        searched,
        notSearched,
        ...(notes && { notes }),
      };
      return { facts, from, note: total === 0 ? nothing(query, kind) : undefined };
    },
  });
}

function nothing(query: string, kind: string): string {
  const any = kind === 'any' ? '' : ' kind "any" searches all kinds.';
  return `Nothing that was searched has ${JSON.stringify(query)}; notSearched names the rest.${any} A shorter part of the name finds more.`;
}
