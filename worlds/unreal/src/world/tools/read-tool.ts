import { type Block, type Context, type Tool, ToolAnswer, type ToolUi, text } from '@worldwire/server';
import { META_REVISION, readTool as read } from '@worldwire/server/kit';
import type { WriteLog } from '@worldwire/writes';
import type { z } from 'zod';
import type { CallOptions } from '../../port/unreal-source.js';
import { optionsOf } from '../sources/call-options.js';
import { type Answer, originOf } from '../sources/sources.js';
import { revisionOf } from '../state/revision.js';

/** Bytes of a result besides its facts: the envelope, the source, notes on it, a link and the revision. */
const ENVELOPE_BYTES = 2_000;

export interface ReadCall {
  readonly options: CallOptions;
  readonly context: Context;
  /** Bytes that the facts may have in the result, which carries them twice. */
  readonly room: number;
}

export interface ReadReply {
  readonly facts: object;
  readonly from: Pick<Answer<unknown>, 'provenance' | 'note'>;
  readonly note?: string | undefined;
  /** Before the facts. */
  readonly images?: readonly Block[];
  /** After the facts. */
  readonly links?: readonly Block[];
}

export interface ReadTool<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input?: Input;
  readonly output: z.ZodType;
  readonly ui?: ToolUi;
  run(args: z.output<Input>, call: ReadCall): Promise<ReadReply>;
}

/** A tool that reads. Its answer names its source and the revision of the writes before it was read. */
export function readTool<Input extends z.ZodObject>(
  log: Pick<WriteLog, 'revision'>,
  { run, ...described }: ReadTool<Input>,
): Tool {
  return read<Input>({
    ...described,
    common: ['maxBytes'],
    call: async (args, context) => {
      // Before the read: a write in between must not look as if it had been read.
      const revision = await revisionOf(log);
      const room = Math.max(0, context.answerBytes - ENVELOPE_BYTES);
      const reply = await run(args, { options: optionsOf(context), context, room });
      const { facts, from, note, images = [], links = [] } = reply;
      const structured = { ...facts, ...originOf(from, note), ...(revision !== undefined && { revision }) };
      const content = [...images, text(JSON.stringify(structured)), ...links];
      const meta = revision === undefined ? {} : { meta: { [META_REVISION]: revision } };
      return new ToolAnswer(content, { structured, ...meta });
    },
  });
}
