import { z } from 'zod';

/** In every answer of a write. A dry run adds dryRun, digest and perhaps question; a retry adds replayed. */
const recorded = {
  provenance: z.enum(['live', 'disk', 'sample']),
  revision: z.number().describe('Of the journal.'),
  undo: z.string().describe('The call that undoes it, or why there is none.'),
};

export const written = z.looseObject({ before: z.unknown(), after: z.unknown(), ...recorded });

/** Of several writes. */
export const batched = z.looseObject({ parts: z.array(z.looseObject({ tool: z.string() })), ...recorded });

/** Of a write that returns something else than values before and after. */
export const called = <Members extends z.ZodRawShape>(members: Members) =>
  z.looseObject({ ...z.object(members).partial().shape, ...recorded });
