import { isObject, type JsonObject, type JsonValue, type Revision } from '@worldwire/protocol';
import type { z } from 'zod';
import { Block, ToolAnswer } from '../api/content.js';
import { hasSerialized, SerializedJson } from '../api/serialized-json.js';
import { encodeBlocks } from '../calls/encode-blocks.js';
import { keep } from '../calls/reply.js';
import type { ToolEntry } from '../registry/registry.js';

/** Results of answers that are returned repeatedly, by revision. */
const keptResults = new WeakMap<ToolAnswer, Map<Revision, JsonObject>>();

/** The result in a revision for the value that a handler returned. */
export function shape(value: unknown, entry: ToolEntry, revision: Revision): JsonObject {
  if (!(value instanceof ToolAnswer) || value.options.kept !== true) return shapeOnce(value, entry, revision);
  const results = keptResults.get(value) ?? new Map<Revision, JsonObject>();
  keptResults.set(value, results);
  const known = results.get(revision) ?? keep(shapeOnce(value, entry, revision));
  results.set(revision, known);
  return known;
}

function shapeOnce(value: unknown, entry: ToolEntry, revision: Revision): JsonObject {
  if (entry.tool.output !== undefined && !isFailure(value)) return structured(value, entry, revision);
  if (value instanceof ToolAnswer) {
    const { isError, structured: data, meta } = value.options;
    const keep = data !== undefined && fits(data, revision);
    return {
      content: encodeBlocks(value.content, revision),
      ...(keep && { structuredContent: data as JsonValue }),
      ...(isError && { isError }),
      ...(meta !== undefined && { _meta: meta as JsonObject }),
    };
  }
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  if (value instanceof Block) return { content: encodeBlocks([value], revision) };
  if (value === undefined || value === null) return { content: [] };
  if (Array.isArray(value) && value.every(item => item instanceof Block))
    return { content: encodeBlocks(value, revision) };
  const written: string | undefined = JSON.stringify(value);
  if (written === undefined)
    throw new TypeError(`The tool ${entry.tool.name} returned a value that JSON cannot represent.`);
  return { content: [{ type: 'text', text: written }] };
}

/** Validates data against the output schema. The text is the handler's own, or the data as JSON. */
function structured(value: unknown, { tool }: ToolEntry, revision: Revision): JsonObject {
  const answer = value instanceof ToolAnswer ? value : undefined;
  const written = answer?.options.structured;
  if (answer !== undefined && written instanceof SerializedJson)
    return writtenAnswer(answer, written, revision);
  const data = (tool.output as z.ZodType).parse(answer ? answer.options.structured : value) as JsonValue;
  const meta = answer?.options.meta;
  return {
    content: answer ? encodeBlocks(answer.content, revision) : [{ type: 'text', text: JSON.stringify(data) }],
    ...(fits(data, revision) && { structuredContent: data }),
    ...(meta !== undefined && { _meta: meta as JsonObject }),
  };
}

/** The world has validated what it serialized. */
function writtenAnswer(
  { content, options }: ToolAnswer,
  written: SerializedJson,
  revision: Revision,
): JsonObject {
  return hasSerialized({
    content: encodeBlocks(content, revision),
    ...(revision.structuredContent !== 'none' && { structuredContent: written as unknown as JsonValue }),
    ...(options.meta !== undefined && { _meta: options.meta as JsonObject }),
  });
}

/** Before 2026-07-28 structured content must be an object. */
function fits(data: unknown, { structuredContent }: Revision): boolean {
  return structuredContent === 'any' || (structuredContent === 'object' && isObject(data));
}

function isFailure(value: unknown): boolean {
  return value instanceof ToolAnswer && value.options.isError === true;
}
