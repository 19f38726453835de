import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import type { WriteCall } from '../../port/write-plan.js';
import { LOG } from '../resources/uris.js';
import { readBackDiffers } from '../state/read-back.js';
import { undoOf } from '../state/undo-step.js';
import { changed, planOf } from './planned-writes.js';
import { type ToolParts, writeTool } from './tool-kit.js';
import * as outputs from './write-outputs.js';

const MAX_MESSAGE = 4_000;

export function logWriteTool({ writes }: ToolParts): Tool {
  return writeTool(writes, {
    name: 'log_message',
    title: 'Write to the log',
    description: "Writes a line to the editor's log.",
    destructive: false,
    input: z.object({
      message: z.string().min(1).max(MAX_MESSAGE),
      verbosity: z.enum(['log', 'warning', 'error']).default('log'),
    }),
    output: outputs.written,
    prepare: params => {
      const call = { write: 'log.write', params } as const satisfies WriteCall;
      return {
        call,
        plan: target => planOf(target, call),
        run: async target => {
          const { line: after } = await target.call(call.write, params);
          if (!flat(after).includes(flat(firstLine(params.message))))
            throw readBackDiffers(target.provenance, params.message, null, after);
          return changed(null, after, undoOf(call, { before: null, after }), [LOG]);
        },
      };
    },
  });
}

/** A log may keep only one line of a message. */
function firstLine(message: string): string {
  return message.trim().split(/[\r\n]/, 1)[0] as string;
}

/** Logs replace line breaks and control characters. */
function flat(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
