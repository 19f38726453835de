import { image, type Tool, ToolAnswer, text, WorldError } from '@worldwire/server';
import { cutText, fitItems, structuredAnswer } from '@worldwire/server/kit';
import { z } from 'zod';
import type { LogLine } from '../../port/operations.js';
import { LOG } from '../resources/uris.js';
import { originOf } from '../sources/sources.js';
import { editorState } from '../state/editor-state.js';
import { readBackDiffers } from '../state/read-back.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { MAX_ANSWER } from './pages.js';
import { readTool, type ToolParts, writeTool } from './tool-kit.js';

const MAX_LINE = 2_000;
const MAX_MESSAGE = 4_000;

export function editorTools({ sources, writes }: ToolParts): readonly Tool[] {
  return [
    readTool({
      name: 'get_editor_state',
      title: 'Editor state',
      description:
        'Reports whether a running editor, the files of a project or the sample answers, which project and level are open, and which settings of the editor block which features. Start here.',
      output: outputs.editorState,
      run: async (_args, options) => {
        const state = await editorState(sources, writes.log, options);
        return structuredAnswer(state, { revision: state.revision });
      },
    }),
    readTool({
      name: 'tail_log',
      title: 'Read the log',
      description:
        'Returns the newest lines of the log, oldest first, optionally only those that contain query.',
      input: z.object({
        lines: z.int().min(1).max(1_000).default(50),
        query: inputs.query.optional().describe('Text that the line contains.'),
      }),
      output: outputs.log,
      run: async ({ lines, query }, options) => {
        const params = { lines, ...(query !== undefined && { query }) };
        const answer = await sources.read('log.tail', params, options);
        const { file, notes } = answer.value;
        const all = answer.value.lines.map(cutLine).reverse();
        const kept = fitItems(all, { max: MAX_ANSWER });
        const missing = all.length - kept.length;
        const note = missing > 0 ? `${missing} older lines are left out because of their size.` : undefined;
        return {
          lines: kept.toReversed(),
          ...(file !== undefined && { file }),
          ...(notes && { notes }),
          ...originOf(answer, note),
        };
      },
    }),
    readTool({
      name: 'take_screenshot',
      title: 'Take a screenshot',
      description: 'Takes a screenshot of the editor viewport.',
      input: z.object({
        width: z.int().min(16).max(4_096).optional().describe('Pixels.'),
        height: z.int().min(16).max(4_096).optional().describe('Pixels.'),
      }),
      output: outputs.picture,
      run: async ({ width, height }, options, { resultBytes }) => {
        const params = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
        const answer = await sources.read('screenshot.take', params, options);
        const { data, mimeType, note } = answer.value;
        const facts = { ...sizeOf(answer.value), mimeType, bytes: data.length, ...originOf(answer, note) };
        if (data.length * 1.4 > resultBytes) throw tooLarge(data.length);
        const content = [image(data, mimeType), text(JSON.stringify(facts))];
        return new ToolAnswer(content, { structured: facts });
      },
    }),
    writeTool(writes, {
      name: 'log_message',
      title: 'Write to the log',
      description: "Writes a line to the editor's log.",
      destructive: false,
      input: z.object({
        message: z.string().min(1).max(MAX_MESSAGE),
        verbosity: z.enum(['log', 'warning', 'error']).default('log'),
      }),
      output: outputs.written(z.null(), z.string()),
      prepare:
        params =>
        async ({ call, provenance }) => {
          const { line } = await call('log.write', params);
          const after = cutText(line, 2 * MAX_MESSAGE);
          if (!flat(line).includes(flat(firstLine(params.message))))
            throw readBackDiffers(provenance, params.message, null, after);
          return { answer: { before: null, after }, before: null, after, touched: [LOG] };
        },
    }),
  ];
}

/** A log may keep only one line of a message. */
function firstLine(message: string): string {
  return message.trim().split(/[\r\n]/, 1)[0] as string;
}

/** Logs replace line breaks and control characters. */
function flat(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

function cutLine(line: LogLine): LogLine {
  return { ...line, text: cutText(line.text, MAX_LINE) };
}

function sizeOf({ width, height }: { readonly width?: number; readonly height?: number }) {
  return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
}

function tooLarge(bytes: number): WorldError {
  return new WorldError(
    'Unsupported',
    `The screenshot is too large for an answer: ${bytes} bytes.`,
    'Give a smaller width and height.',
  );
}
