import type { Tool } from '@worldwire/server';
import { readTool, structuredAnswer } from '@worldwire/server/kit';
import { z } from 'zod';
import { writeList } from '../log/write-list.js';
import type { Writes } from '../run/pipeline.js';
import type { WriteTarget } from '../run/prepared-write.js';

/** Bytes of an answer beside the list. */
const REST = 1_000;

/** The tool that lists the writes of a world. */
export function listWritesTool<Target extends WriteTarget>(writes: Writes<Target>): Tool {
  const { list, undo } = writes.log.names;
  return readTool({
    name: list,
    title: 'List writes',
    description: `Lists the writes, newest first: revision for ${undo}, arguments, values before and after in short, outcome, by whom, and undoneBy.`,
    input: z.object({
      since: z.int().min(0).default(0).describe('Only after this revision.'),
      limit: z.int().min(1).max(200).default(20),
      cursor: z.string().optional(),
    }),
    call: async (wanted, { answerBytes }) => {
      const found = await writeList(writes.log, writes.running, wanted, answerBytes - REST, args => ({
        arguments: args,
      }));
      const revision = await writes.log.revision();
      return structuredAnswer({ ...found, revision }, { revision });
    },
  });
}
