import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import { actorPath, className, folderPath, packagePath } from '../../port/given-path.js';
import type { Direction, ResultOf } from '../../port/operations.js';
import type { Reference } from '../../port/reference-list.js';
import { isInLevel } from '../../port/unreal-paths.js';
import type { CallOptions } from '../../port/unreal-source.js';
import { offsetOf } from '../answers/pages.js';
import { fittedReferences, type ReferenceLists, reachSummary } from '../answers/reference-page.js';
import { orNearAssets, orSearch, otherClasses } from '../answers/suggestions.js';
import { unusedPage } from '../answers/unused-page.js';
import type { Answer } from '../sources/sources.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { readTool } from './read-tool.js';
import type { ToolParts } from './tool-kit.js';

const MAX_DEPTH = 20;
/** Bytes of an answer whose caller gives no limit. */
const DEFAULT_REFERENCE_BYTES = 4_096;
const DEFAULT_UNUSED_BYTES = 16_384;
const MEMBERS = { dependencies: 'references', referencers: 'referencers' } as const;

/** Tools over the references between assets. */
export function referenceTools({ sources, writes: { log } }: ToolParts): readonly Tool[] {
  const walk = (path: string, direction: Direction, depth: number, options: CallOptions) =>
    orNearAssets(sources.read('asset.reach', { path, direction, depth }, options), path, sources, options);
  return [
    readTool(log, {
      name: 'get_references',
      ui: { resourceUri: 'ui://worldwire/asset' },
      title: 'References of an asset',
      description:
        'Lists the packages that an asset or actor refers to (references) and those that refer to it (referencers), hard ones first. What breaks if it is deleted: direction "referencers" with depth 5, which follows references of references and summarizes them by depth and class. Without limit the answer is at most 4 KB.',
      input: z.object({
        path: inputs.assetPath,
        direction: z.enum(['referencers', 'dependencies', 'both']).default('both'),
        depth: z.int().min(1).max(MAX_DEPTH).default(1).describe('References of references to follow.'),
        limit: inputs.paging.limit.unwrap().optional(),
        cursor: inputs.paging.cursor,
      }),
      output: outputs.references,
      run: async ({ path: given, direction, depth, limit, cursor }, { options, room }) => {
        const asset = packagePath(given);
        // An actor may have a file of its own.
        const path = isInLevel(given) ? actorPath(given) : asset;
        const offset = offsetOf(cursor);
        const max = limit === undefined ? Math.min(room, DEFAULT_REFERENCE_BYTES - 500) : room;
        if (direction === 'both' && depth === 1) {
          const reading = sources.read('asset.references', { path }, options);
          const from = await orNearAssets(reading, path, sources, options);
          const { actor, notes, references, referencers } = from.value;
          const head = { path, ...(actor && { actor }), ...(notes && { notes }) };
          return { facts: fittedReferences({ references, referencers }, head, { offset, limit, max }), from };
        }
        const asked = direction === 'both' ? (['dependencies', 'referencers'] as const) : [direction];
        const found: [Direction, Answer<ResultOf<'asset.reach'>>][] = [];
        for (const each of asked) found.push([each, await walk(path, each, depth, options)]);
        const from = (found[0] as (typeof found)[number])[1];
        const lists = found.map(([each, { value }]) => [
          MEMBERS[each],
          value.items.map(
            ({ class: _class, depth: steps, ...reference }): Reference & { depth?: number } => ({
              ...reference,
              ...(depth > 1 && { depth: steps }),
            }),
          ),
        ]);
        const { actor } = from.value;
        const head = {
          path,
          ...(actor && { actor }),
          summary: Object.fromEntries(found.map(([each, { value }]) => [MEMBERS[each], reachSummary(value)])),
          ...(from.value.notes && { notes: from.value.notes }),
        };
        const fitted = fittedReferences(Object.fromEntries(lists) as ReferenceLists, head, {
          offset,
          limit,
          max,
        });
        return { facts: fitted, from };
      },
    }),
    readTool(log, {
      name: 'find_unused_assets',
      title: 'Find unused assets',
      description:
        'Finds the assets below a folder that no level, setting or primary asset uses, directly or over other assets, grouped by folder, class and reason, largest groups first. It says what was not searched: check that before you delete anything. Without limit the answer is at most 16 KB.',
      input: z.object({
        path: inputs.folder,
        class: inputs.classFilter,
        limit: z.int().min(1).max(10_000).optional().describe('Maximum number of assets.'),
        cursor: inputs.paging.cursor,
      }),
      output: outputs.unused,
      run: async ({ path, class: kind, limit, cursor }, { options, room }) => {
        const offset = offsetOf(cursor);
        const params = {
          ...(path !== undefined && { path: folderPath(path) }),
          ...(kind !== undefined && { class: className(kind) }),
        };
        const from = await orSearch(sources.read('asset.unused', params, options));
        const max = limit === undefined ? Math.min(room, DEFAULT_UNUSED_BYTES - 1_500) : room;
        const facts = await unusedPage(from.value, { offset, limit, max }, options.signal);
        const isEmpty = from.value.unused.length === 0;
        const note = isEmpty ? await otherClasses(sources, 'asset.list', params, options) : undefined;
        return { facts: { ...params, ...facts }, from, note };
      },
    }),
  ];
}
