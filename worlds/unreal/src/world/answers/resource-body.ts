import { type Context, WorldError } from '@worldwire/server';
import type { WriteLog } from '@worldwire/writes';
import { type Answer, originOf } from '../sources/sources.js';
import { revisionOf } from '../state/revision.js';

const ENVELOPE_BYTES = 1_000;
/** A resource of the Unreal document carries its text twice, and text in JSON is longer than the text. */
const COPIES = 2.6;
const SMALLER = 0.8;
const TRIES = 12;

export interface ResourceReply {
  readonly facts: object;
  readonly from?: Pick<Answer<unknown>, 'provenance' | 'note'>;
  readonly note?: string | undefined;
}

/**
 * The JSON text of a resource, with its source and the revision. `read` gets the bytes that its facts may have; it is called
 * again with fewer where escapes make the text too large.
 */
export async function resourceBody(
  log: Pick<WriteLog, 'revision'>,
  context: Context,
  read: (room: number) => Promise<ResourceReply> | ResourceReply,
): Promise<string> {
  const revision = await revisionOf(log);
  const max = Math.max(0, context.answerBytes - ENVELOPE_BYTES);
  let room = max;
  for (let tries = 1; ; tries++) {
    const { facts, from, note } = await read(room);
    const origin = from && originOf(from, note);
    const body = JSON.stringify({ ...facts, ...origin, ...(revision !== undefined && { revision }) });
    if (2 * Buffer.byteLength(JSON.stringify(body)) <= max || tries === TRIES) return body;
    room *= SMALLER;
  }
}

/** The text of a resource that cannot be cut, or an error with the tool that returns it in parts. */
export function wholeText(path: string, text: string, context: Context): string {
  const needed = Math.ceil(Buffer.byteLength(text) * COPIES) + ENVELOPE_BYTES;
  if (needed <= context.answerBytes) return text;
  const larger = needed <= context.resultBytes ? ` ?maxBytes=${needed} returns it whole.` : '';
  throw new WorldError(
    'Unsupported',
    `The text of ${path} has ${text.length} characters, which is too long for one answer.`,
    `get_blueprint_contents returns it in parts, with offset and limit, and an outline with format "outline".${larger}`,
  );
}
