import type { Tool } from '@worldwire/server';
import { cutText, fitItems } from '@worldwire/server/kit';
import { z } from 'zod';
import type { WriteCall } from '../../port/write-plan.js';
import { undoOf } from '../state/undo-step.js';
import { unknownPlan } from './planned-writes.js';
import { type ToolParts, writeTool } from './tool-kit.js';
import * as outputs from './write-outputs.js';

const MAX_RESULT = 16_000;
const MAX_OUTPUT = 32_000;
const MAX_LINE = 4_000;
const MAX_SHOWN = 200;
const NO_VALUES = { before: null, after: null };

/** Tools that run the caller's code in the editor. */
export function codeTools({ writes }: ToolParts): readonly Tool[] {
  return [
    writeTool(writes, {
      name: 'run_console_command',
      title: 'Run a console command',
      description:
        'Runs a command in the console of the editor, such as "stat fps". Returns the log lines that were written meanwhile.',
      danger: true,
      input: z.object({ command: z.string().min(1).max(4_000) }),
      output: outputs.called({ output: z.array(z.string()) }),
      prepare: params => {
        const call = { write: 'console.run', params } as const satisfies WriteCall;
        return {
          call,
          plan: target => unknownPlan(target, call, `the console command ${shown(params.command)}`),
          run: async target => {
            const { output, note: reason } = await target.call(call.write, params);
            const { kept, note } = printed(output.map(line => cutText(line, MAX_LINE)));
            const notes = reason === undefined ? note : { note: reason };
            return { answer: { output: kept, ...notes }, ...NO_VALUES, undo: undoOf(call, NO_VALUES) };
          },
        };
      },
    }),
    writeTool(writes, {
      name: 'execute_python',
      title: 'Run Python',
      description:
        'Runs Python in the editor: a script (mode "file"), one statement, or an expression whose value is the result (mode "evaluate"). Prefer another tool where one does the same: only those return the values before and after.',
      danger: true,
      input: z.object({
        code: z.string().min(1).max(1_000_000),
        mode: z.enum(['file', 'statement', 'evaluate']).default('file'),
      }),
      output: outputs.called({
        result: z.string(),
        output: z.array(z.object({ type: z.string(), text: z.string() })),
      }),
      prepare: params => {
        const call = { write: 'python.run', params } as const satisfies WriteCall;
        return {
          call,
          plan: target => unknownPlan(target, call, `the Python code ${shown(params.code)}`),
          run: async target => {
            const { result, output } = await target.call(call.write, params);
            const lines = output.map(({ type, text }) => ({ type, text: cutText(text, MAX_LINE) }));
            const { kept, note } = printed(lines);
            const answer = { result: cutText(result, MAX_RESULT), output: kept, ...note };
            return { answer, ...NO_VALUES, undo: undoOf(call, NO_VALUES) };
          },
        };
      },
    }),
  ];
}

function shown(code: string): string {
  return JSON.stringify(cutText(code, MAX_SHOWN));
}

function printed<Line>(lines: readonly Line[]): { readonly kept: Line[]; readonly note: object } {
  const kept = [...fitItems(lines, { max: MAX_OUTPUT })];
  const missing = lines.length - kept.length;
  return {
    kept,
    note: missing > 0 ? { note: `${missing} more lines were printed. tail_log may have them.` } : {},
  };
}
