import type { Tool } from '@worldwire/server';
import { requestDigest } from '@worldwire/server/kit';
import { z } from 'zod';
import { packagePath } from '../../port/given-path.js';
import { orNearAssets } from '../answers/suggestions.js';
import * as inputs from './inputs.js';
import { readTool } from './read-tool.js';
import type { ToolParts } from './tool-kit.js';

const DIGEST_CHARACTERS = 22;
/** Rows of a table that the digest covers. */
const MAX_ROWS = 50;

/** For the view of an asset: a digest, by which it knows when to read the asset again. */
export function followTool({ sources, writes: { log } }: ToolParts): Tool {
  return readTool(log, {
    name: 'follow_asset',
    title: 'Follow an asset',
    description:
      'For the view of an asset. Returns a digest of its description and its references, which differs after a change.',
    ui: { visibility: ['app'] },
    input: z.object({ path: inputs.assetPath }),
    output: z.looseObject({ path: z.string(), digest: z.string() }),
    run: async ({ path: given }, { options }) => {
      const path = packagePath(given);
      const reading = sources.read('asset.describe', { path, limit: MAX_ROWS }, options);
      const from = await orNearAssets(reading, path, sources, options);
      const { value } = await sources.read('asset.references', { path }, options);
      return {
        facts: { path, digest: requestDigest([from.value, value]).slice(0, DIGEST_CHARACTERS) },
        from,
      };
    },
  });
}
