import { link, type Tool, WorldError } from '@worldwire/server';
import { z } from 'zod';
import { className, folderPath, packagePath } from '../../port/given-path.js';
import type { AssetDetail } from '../../port/operations.js';
import { blueprintDefaults } from '../../port/unreal-paths.js';
import { fittedClass } from '../answers/fitted-class.js';
import { fittedAsset } from '../answers/fitted-detail.js';
import { fittingPage, offsetOf } from '../answers/pages.js';
import { orNearAssets, orSearch, otherClasses } from '../answers/suggestions.js';
import { uriOf } from '../resources/uris.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { type ReadCall, type ReadReply, readTool } from './read-tool.js';
import type { ToolParts } from './tool-kit.js';

interface Listing {
  readonly path?: string | undefined;
  readonly class?: string | undefined;
  readonly query?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Tools that find assets and describe one. */
export function assetTools({ sources, writes: { log } }: ToolParts): readonly Tool[] {
  const list = async (args: Listing, { options, room }: ReadCall): Promise<ReadReply> => {
    const { path, class: kind, query, limit, cursor } = args;
    const filter = {
      ...(path !== undefined && { path: folderPath(path) }),
      ...(kind !== undefined && { class: className(kind) }),
    };
    const params = {
      ...filter,
      ...(query !== undefined && { query }),
      ...(cursor !== undefined && { cursor }),
      limit,
    };
    const from = await orSearch(fittingPage(sources, 'asset.list', params, options, room));
    const isEmpty = from.value.returned === 0 && cursor === undefined && query === undefined;
    const note = isEmpty ? await otherClasses(sources, 'asset.list', filter, options) : undefined;
    return { facts: from.value, from, note };
  };
  return [
    readTool(log, {
      name: 'list_assets',
      title: 'List assets',
      description:
        'Lists the assets below a folder, optionally of one class. describe_asset describes one asset.',
      input: z.object({ path: inputs.folder, class: inputs.classFilter, ...inputs.paging }),
      output: outputs.list,
      run: list,
    }),
    readTool(log, {
      name: 'find_assets',
      title: 'Find assets',
      description: 'Finds assets by a part of their name or path. describe_asset describes one asset.',
      input: z.object({
        query: inputs.query,
        path: inputs.folder,
        class: inputs.classFilter,
        ...inputs.paging,
      }),
      output: outputs.list,
      run: list,
    }),
    readTool(log, {
      name: 'describe_asset',
      ui: { resourceUri: 'ui://worldwire/asset' },
      title: 'Describe an asset',
      description:
        'Describes an asset: a summary by its class; the outline of a Blueprint (parent, components, variables, functions, events, and what each graph calls and sets); the rows of a table in pages (nextCursor as cursor); the members of a C++ class (/Script/Module.Class). Next: get_references; get_blueprint_contents has the graphs.',
      input: z.object({
        path: inputs.assetPath,
        limit: inputs.paging.limit.describe('Maximum rows of a table.'),
        cursor: inputs.paging.cursor,
        row: z.string().min(1).optional().describe('Only this row or key of a table.'),
      }),
      output: outputs.object,
      run: async ({ path: given, limit, cursor, row }, { options, room }) => {
        if (isNativeClass(given)) {
          const from = await sources.read('class.describe', { path: given }, options);
          return { facts: fittedClass(from.value, room), from };
        }
        const path = packagePath(given);
        const start = offsetOf(cursor);
        const params = {
          path,
          limit,
          ...(cursor !== undefined && { cursor }),
          ...(row !== undefined && { row }),
        };
        const reading = sources.read('asset.describe', params, options);
        const from = await orNearAssets(reading, path, sources, options);
        if (row !== undefined) requireTable(from.value);
        const { detail, missing } = fittedAsset(from.value, row === undefined ? start : undefined, room);
        if (missing.length === 0) return { facts: detail, from };
        const note = `Left out because of its size: ${missing.join(', ')}. ${restOf(path, missing)}`;
        const whole = link({ uri: uriOf('asset', path), name: path, mimeType: 'application/json' });
        return { facts: detail, from, note, links: [whole] };
      },
    }),
  ];
}

/** Default objects of classes are settings, which get_property reads. */
function isNativeClass(path: string): boolean {
  return /^\/Script\/\w+\.(?!Default__)\w+$/i.test(path);
}

function requireTable({ path, class: className, dataTable, stringTable }: AssetDetail): void {
  if (dataTable !== undefined || stringTable !== undefined) return;
  throw new WorldError(
    'InvalidArgument',
    `${path} has no rows that can be read: its class is ${className}.`,
    'Leave row out. The rows of a table are read from its file: start the server with --project.',
  );
}

/** Where the parts that were left out can be read. */
function restOf(path: string, missing: readonly string[]): string {
  const isCut = (part: RegExp) => missing.some(each => part.test(each));
  const others = missing.filter(
    each => !/ (tags|properties|notes|defaults|of the summary)$| rows in part /.test(each),
  );
  const reading = (object: string, property = '') =>
    `get_property {"object":${JSON.stringify(object)}${property && `,"property":"${property}"`}} returns`;
  return [
    'A larger maxBytes returns more.',
    ...(isCut(/ properties$/) ? [`${reading(path)} all properties in pages.`] : []),
    ...(isCut(/ defaults$/) ? [`${reading(blueprintDefaults(path))} all defaults in pages.`] : []),
    ...(isCut(/ rows in part /) ? [`${reading(path, '<row>.<column>')} a row in pages.`] : []),
    ...(others.length > 0 ? ['get_blueprint_contents with format "outline" returns a longer outline.'] : []),
  ].join(' ');
}
