import type { Tool } from '@worldwire/server';
import { z } from 'zod';
import { SEVERITIES } from '../../port/log-filter.js';
import { fittingLog } from '../answers/log-page.js';
import { editorState } from '../state/editor-state.js';
import * as inputs from './inputs.js';
import * as outputs from './outputs.js';
import { readTool } from './read-tool.js';
import type { ToolParts } from './tool-kit.js';

/** The severities of the engine, as arguments are written. */
const LEVELS = ['fatal', 'error', 'warning', 'display', 'log', 'verbose', 'veryverbose'] as const;

type Severity = (typeof SEVERITIES)[number];

export function editorTools({ sources, writes }: ToolParts): readonly Tool[] {
  return [
    readTool(writes.log, {
      name: 'get_editor_state',
      title: 'Editor state',
      description:
        'Reports whether a running editor, the files of a project or the sample answers, which project and level are open, and which settings of the editor block which features. Start here.',
      output: outputs.editorState,
      run: async (_args, { options }) => {
        const { provenance, ...facts } = await editorState(sources, writes.log, options);
        return { facts, from: { provenance } };
      },
    }),
    readTool(writes.log, {
      name: 'tail_log',
      title: 'Read the log',
      description:
        'Returns the newest lines of the log, oldest first, optionally only those that contain query, of a category, or of a severity and worse. For older lines, pass nextCursor as cursor.',
      input: z.object({
        lines: z.int().min(1).max(1_000).default(50),
        query: inputs.query.optional().describe('Text that the line contains.'),
        category: z.string().min(1).max(200).optional().describe('Such as "LogTemp".'),
        level: z.enum(LEVELS).optional().describe('Only lines of this severity and worse.'),
        cursor: inputs.paging.cursor,
      }),
      output: outputs.log,
      run: async ({ lines, query, category, level, cursor }, { options, room }) => {
        const params = {
          lines,
          ...(query !== undefined && { query }),
          ...(category !== undefined && { category }),
          ...(level !== undefined && { level: SEVERITIES[LEVELS.indexOf(level)] as Severity }),
          ...(cursor !== undefined && { cursor }),
        };
        const from = await fittingLog(sources, params, options, room);
        return { facts: from.value, from };
      },
    }),
  ];
}
