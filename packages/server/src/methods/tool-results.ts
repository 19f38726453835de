import { isObject, type JsonObject, type JsonValue, type Revision } from '@worldwire/protocol';
import type { z } from 'zod';
import { type AnswerForm, type Answers, answerForm } from '../api/answers.js';
import { Block, ToolAnswer, text } from '../api/content.js';
import { hasSerialized, SerializedJson } from '../api/serialized-json.js';
import type { Call } from '../calls/call.js';
import { encodeBlocks } from '../calls/encode-blocks.js';
import { keep } from '../calls/reply.js';
import type { ToolEntry } from '../registry/registry.js';

/** Results of answers that are returned repeatedly, by revision. */
const keptResults = new WeakMap<ToolAnswer, Map<Revision, JsonObject>>();

/** The same revisions without structured content. */
const textRevisions = new Map<Revision, Revision>();

/** The revision in which results and tools/list are written: without structured content for answers as text. */
export function answerRevision(revision: Revision, form: AnswerForm): Revision {
  if (form !== 'text') return revision;
  const known = textRevisions.get(revision) ?? { ...revision, structuredContent: 'none' as const };
  textRevisions.set(revision, known);
  return known;
}

/** The result for the value that a handler returned, in the revision and the form of the client. */
export function shape(
  value: unknown,
  entry: ToolEntry,
  call: Pick<Call, 'revisionOf' | 'caller' | 'failure'>,
  answers: Answers,
): JsonObject {
  // Text has one form, so that the name of the client does not matter.
  if (typeof value === 'string' && entry.tool.output === undefined) return textResult(value);
  const { revisionOf, caller } = call;
  if (isFailure(value)) call.failure ??= 'ToolError';
  const form = answerForm(answers, caller.client.name, value instanceof ToolAnswer && hasPicture(value));
  const written = answerRevision(revisionOf, form);
  const drops = form === 'structured';
  if (!(value instanceof ToolAnswer) || value.options.kept !== true)
    return shapeOnce(value, entry, written, drops);
  const results = keptResults.get(value) ?? new Map<Revision, JsonObject>();
  keptResults.set(value, results);
  const known = results.get(written) ?? keep(shapeOnce(value, entry, written, drops));
  results.set(written, known);
  return known;
}

/** `dropsText` leaves out the text of a result that has structured content. */
function shapeOnce(value: unknown, entry: ToolEntry, revision: Revision, dropsText: boolean): JsonObject {
  if (entry.tool.output !== undefined && !isFailure(value)) {
    return structured(value, entry, revision, dropsText);
  }
  if (value instanceof ToolAnswer) {
    const { isError, structured: data, meta } = value.options;
    const keep = data !== undefined && fits(data, revision);
    return {
      content: contentOf(value.content, revision, dropsText && keep && isError !== true),
      ...(keep && { structuredContent: data as JsonValue }),
      ...(isError && { isError }),
      ...(meta !== undefined && { _meta: meta as JsonObject }),
    };
  }
  if (value instanceof Block) return { content: encodeBlocks([value], revision) };
  if (value === undefined || value === null) return { content: [] };
  if (Array.isArray(value) && value.every(item => item instanceof Block))
    return { content: encodeBlocks(value, revision) };
  const written: string | undefined = JSON.stringify(value);
  if (written === undefined)
    throw new TypeError(`The tool ${entry.tool.name} returned a value that JSON cannot represent.`);
  return textResult(written);
}

/** Validates data against the output schema. The text is the handler's own, or the data as JSON. */
function structured(value: unknown, { tool }: ToolEntry, revision: Revision, dropsText: boolean): JsonObject {
  const answer = value instanceof ToolAnswer ? value : undefined;
  const written = answer?.options.structured;
  if (answer !== undefined && written instanceof SerializedJson)
    return writtenAnswer(answer, written, revision, dropsText);
  const data = (tool.output as z.ZodType).parse(answer ? answer.options.structured : value) as JsonValue;
  const meta = answer?.options.meta;
  const keep = fits(data, revision);
  const content = answer?.content ?? [text(JSON.stringify(data))];
  return {
    content: contentOf(content, revision, dropsText && keep),
    ...(keep && { structuredContent: data }),
    ...(meta !== undefined && { _meta: meta as JsonObject }),
  };
}

/** The world has validated what it serialized. */
function writtenAnswer(
  { content, options }: ToolAnswer,
  written: SerializedJson,
  revision: Revision,
  dropsText: boolean,
): JsonObject {
  const keep = revision.structuredContent !== 'none';
  const result: JsonObject = { content: contentOf(content, revision, dropsText && keep) };
  if (keep) result.structuredContent = written as unknown as JsonValue;
  if (options.meta !== undefined) result._meta = options.meta as JsonObject;
  return hasSerialized(result);
}

function textResult(value: string): JsonObject {
  return { content: [{ type: 'text', text: value }] };
}

function contentOf(blocks: readonly Block[], revision: Revision, dropsText: boolean): JsonValue[] {
  const kept = dropsText ? blocks.filter(({ wire }) => wire.type !== 'text') : blocks;
  return encodeBlocks(kept, revision);
}

/** Before 2026-07-28 structured content must be an object. */
function fits(data: unknown, { structuredContent }: Revision): boolean {
  return structuredContent === 'any' || (structuredContent === 'object' && isObject(data));
}

function hasPicture({ content }: ToolAnswer): boolean {
  return content.some(({ wire }) => wire.type === 'image');
}

function isFailure(value: unknown): boolean {
  return value instanceof ToolAnswer && value.options.isError === true;
}
