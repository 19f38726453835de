import { link, type Tool } from '@worldwire/server';
import { characterEnd, structuredAnswer } from '@worldwire/server/kit';
import { z } from 'zod';
import { className, folderPath, packagePath } from '../../port/given-path.js';
import type { CallOptions } from '../../port/unreal-source.js';
import { uriOf } from '../resources/uris.js';
import { originOf } from '../sources/sources.js';
import { fittedAsset } from './fitted-detail.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { fittingPage, offsetOf } from './pages.js';
import { readTool, type ToolParts } from './tool-kit.js';

interface Listing {
  readonly path?: string | undefined;
  readonly class?: string | undefined;
  readonly query?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export function assetTools({ sources }: ToolParts): readonly Tool[] {
  const list = async ({ path, class: kind, query, limit, cursor }: Listing, options: CallOptions) => {
    const params = {
      ...(path !== undefined && { path: folderPath(path) }),
      ...(kind !== undefined && { class: className(kind) }),
      ...(query !== undefined && { query }),
      ...(cursor !== undefined && { cursor }),
      limit,
    };
    const answer = await fittingPage(sources, 'asset.list', params, options);
    return { ...answer.value, ...originOf(answer) };
  };
  return [
    readTool({
      name: 'list_assets',
      title: 'List assets',
      description:
        'Lists the assets below a folder, optionally of one class. While the answer has a nextCursor, pass it as cursor. describe_asset describes one asset.',
      input: z.object({ path: inputs.folder, class: inputs.classFilter, ...inputs.paging }),
      output: outputs.page(outputs.asset),
      run: list,
    }),
    readTool({
      name: 'find_assets',
      title: 'Find assets',
      description:
        'Finds assets by a part of their name or path. While the answer has a nextCursor, pass it as cursor. describe_asset describes one asset.',
      input: z.object({
        query: inputs.query,
        path: inputs.folder,
        class: inputs.classFilter,
        ...inputs.paging,
      }),
      output: outputs.page(outputs.asset),
      run: list,
    }),
    readTool({
      name: 'describe_asset',
      title: 'Describe an asset',
      description:
        'Describes an asset: the parent, variables, functions, components and graphs of a Blueprint; the rows of a table, in pages (pass nextCursor as cursor); the size of a texture. Next: get_blueprint_contents or get_references.',
      input: z.object({
        path: inputs.assetPath,
        limit: inputs.paging.limit.describe('Maximum number of rows of a table.'),
        cursor: inputs.paging.cursor,
      }),
      output: outputs.assetDetail,
      run: async ({ path: given, limit, cursor }, options) => {
        const path = packagePath(given);
        const start = offsetOf(cursor);
        const params = { path, limit, ...(cursor !== undefined && { cursor }) };
        const answer = await sources.read('asset.describe', params, options);
        const { detail, missing } = fittedAsset(answer.value, start);
        const note =
          missing.length === 0 ? undefined : `Left out because of its size: ${missing.join(', ')}.`;
        const whole = link({ uri: uriOf('asset', path), name: path, mimeType: 'application/json' });
        const links = missing.length === 0 ? [] : [whole];
        return structuredAnswer({ ...detail, ...originOf(answer, note) }, { links });
      },
    }),
    readTool({
      name: 'get_blueprint_contents',
      title: 'Read a Blueprint',
      description:
        'Reads the contents of a Blueprint or another asset as T3D text, or as objects with format "json". Long contents come in parts: while the answer has a nextOffset, pass it as offset.',
      input: z.object({
        path: inputs.assetPath,
        format: z.enum(['t3d', 'json']).default('t3d'),
        offset: z.int().min(0).default(0).describe('Number of characters to skip.'),
        limit: z.int().min(1).max(200_000).default(20_000).describe('Maximum number of characters.'),
      }),
      output: outputs.contents,
      run: async ({ path: given, format, offset, limit }, options) => {
        const path = packagePath(given);
        const answer = await sources.read('asset.contents', { path, format }, options);
        const { value } = answer;
        const all = 'text' in value ? value.text : JSON.stringify(value.objects);
        const characters = all.length;
        const noted = value.notes && { notes: value.notes };
        const facts = { path, format, offset, characters, ...noted };
        if ('objects' in value && offset === 0 && characters <= limit) {
          return { ...facts, objects: value.objects, ...originOf(answer) };
        }
        const text = all.slice(offset, characterEnd(all, offset + limit));
        const nextOffset = offset + text.length;
        if (nextOffset >= characters) return { ...facts, text, ...originOf(answer) };
        const whole = link({ uri: uriOf('blueprint', path), name: path, mimeType: 'text/plain' });
        const note = `Characters ${offset} to ${nextOffset} of ${characters}. Continue with offset ${nextOffset}.`;
        return structuredAnswer(
          { ...facts, text, nextOffset, ...originOf(answer, note) },
          { links: [whole] },
        );
      },
    }),
    readTool({
      name: 'get_references',
      title: 'References of an asset',
      description:
        'Lists the packages that an asset refers to and those that refer to it. An asset without referencers may be unused. While the answer has a nextCursor, pass it as cursor.',
      input: z.object({ path: inputs.assetPath, ...inputs.paging }),
      output: outputs.references,
      run: async ({ path: given, limit, cursor }, options) => {
        const path = packagePath(given);
        const start = offsetOf(cursor);
        const answer = await sources.read('asset.references', { path }, options);
        const all = answer.value;
        // One cursor is the offset in both lists.
        const next = start + limit;
        return {
          path,
          references: all.references.slice(start, next),
          referencers: all.referencers.slice(start, next),
          total: { references: all.references.length, referencers: all.referencers.length },
          ...(next < Math.max(all.references.length, all.referencers.length) && { nextCursor: String(next) }),
          ...(all.notes && { notes: all.notes }),
          ...originOf(answer),
        };
      },
    }),
  ];
}
