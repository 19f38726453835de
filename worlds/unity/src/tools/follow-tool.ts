import { type Tool, WorldError } from '@worldwire/server';
import { readTool, requestDigest, resultBytesOf, structuredAnswer } from '@worldwire/server/kit';
import { z } from 'zod';
import type { CardField } from '../dto/inputs.js';
import { callsAfter, type LoggedCall } from '../writes/entries.js';
import type { ToolParts } from './parts.js';

/** Objects of one answer. A view of more would be slow. */
const MAX_OBJECTS = 500;
const MAX_WRITES = 20;
/** Bytes for the names of the fields, the numbers and the digest, in a result that has them twice. */
const HEAD_BYTES = 1_024;
const FIELDS: readonly CardField[] = ['Name', 'Path', 'ActiveInHierarchy', 'Position', 'Bounds'];

/** For the view of the scene: its objects with their boxes, and the writes since a revision. Not published as the work of an agent. */
export function followTool({ explorer, writes: log, scene }: ToolParts): Tool {
  return readTool({
    name: 'FollowScene',
    title: 'Follow the scene',
    description:
      'For the view of the scene. Lists its objects with their boxes, and the writes after the revision since. digest: that of the answer before, to get no objects where none has changed.',
    ui: { visibility: ['app'] },
    common: ['maxBytes'],
    input: z.object({
      since: z.int().min(0).optional(),
      digest: z.string().max(64).optional(),
      objectId: z.string().max(64).optional().describe('An object of the engine, where several are linked.'),
    }),
    output: z.looseObject({ revision: z.number(), digest: z.string() }),
    call: async ({ since, digest: known }, { answerBytes }) => {
      if (!scene.ready)
        throw new WorldError(
          'NotReady',
          'No engine is linked.',
          'Ask again: an engine that connects is followed.',
        );
      const revision = await log.log.revision();
      const { UnityVersion } = await explorer.version();
      const writes =
        since === undefined ? [] : (await callsAfter(log, since)).slice(0, MAX_WRITES).map(written);
      const filter = { fields: [...FIELDS], limit: MAX_OBJECTS, offset: 0, activeOnly: false };
      const { Total, Items } = await explorer.objects(
        filter,
        answerBytes - HEAD_BYTES - resultBytesOf([UnityVersion, writes]),
      );
      const digest = requestDigest([Total, Items]);
      const head = { revision, digest, Engine: UnityVersion, Total, Writes: writes };
      return structuredAnswer(digest === known ? head : { ...head, Items });
    },
  });
}

function written({ id, tool, args, by, outcome }: LoggedCall): object {
  const objectId = (args as { readonly objectId?: unknown } | null)?.objectId;
  return {
    Id: id,
    Tool: tool,
    By: by,
    Outcome: outcome,
    ...(typeof objectId === 'string' && { ObjectId: objectId }),
  };
}
