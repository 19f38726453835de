import {
  type ClientCapabilities,
  isObject,
  type JsonObject,
  type JsonValue,
  WireError,
} from '@worldwire/protocol';
import { z } from 'zod';
import type { ElicitAnswer, Question, Root, SampleAnswer, SampleRequest } from '../api/context.js';
import { legibleLines } from '../api/legible.js';
import type { Environment } from '../policy/environment.js';
import type { Caller } from '../sessions/caller.js';
import { encodeBlocks } from './encode-blocks.js';

const ID_BYTES = 16;

/** Throws where the client did not declare the capability that a question needs. */
export function requireCapability(
  { caller }: { caller: Caller },
  name: 'elicitation' | 'sampling' | 'roots',
): void {
  if (isObject(caller.capabilities[name])) return;
  throw missingCapability({ [name]: {} });
}

export function missingCapability(requiredCapabilities: ClientCapabilities): WireError {
  const names = [...Object.keys(requiredCapabilities), ...Object.keys(requiredCapabilities.extensions ?? {})];
  return WireError.of(
    'MissingClientCapability',
    `The client must declare: ${names.filter(name => name !== 'extensions').join(', ')}.`,
    { requiredCapabilities } as unknown as JsonObject,
  );
}

export function elicitParams(
  question: Question,
  caller: Caller,
  { randomBytes }: Pick<Environment, 'randomBytes'>,
): JsonObject {
  const { revision } = caller;
  const message = legibleLines(question.message);
  requireMode(caller, 'url' in question ? 'url' : 'form');
  if ('url' in question) {
    const params = { mode: 'url', message, url: question.url };
    if (revision.era === 'request') return params;
    return { ...params, elicitationId: Buffer.from(randomBytes(ID_BYTES)).toString('base64url') };
  }
  const mode: JsonObject = revision.elicitation === 'form+url' ? { mode: 'form' } : {};
  return { ...mode, message, requestedSchema: questionSchema(question.schema) };
}

/** An empty capability means form mode, for compatibility with 2025-06-18. */
function requireMode({ revision, capabilities }: Caller, mode: 'form' | 'url'): void {
  const declared = capabilities.elicitation ?? {};
  const modes = Object.keys(declared).length === 0 ? { form: {} } : declared;
  const known = revision.elicitation === 'form+url' ? Object.hasOwn(modes, mode) : mode === 'form';
  if (revision.elicitation === 'none' || !known) throw missingCapability({ elicitation: { [mode]: {} } });
}

export function readElicitAnswer(key: string, answer: JsonValue, question: Question): ElicitAnswer {
  if (!isObject(answer)) throw wrongAnswer(key, 'an object with "action"');
  const { action, content } = answer;
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept') throw wrongAnswer(key, '"action" to be "accept", "decline" or "cancel"');
  if ('url' in question) return { action, content: {} };
  if (!isObject(content)) throw wrongAnswer(key, '"content", an object');
  if (!(question.schema instanceof z.ZodObject)) return { action, content };
  const parsed = question.schema.loose().safeParse(content);
  if (!parsed.success) throw wrongAnswer(key, z.prettifyError(parsed.error));
  return { action, content: parsed.data as JsonObject };
}

export function sampleParams({ messages, ...rest }: SampleRequest, { revision }: Caller): JsonObject {
  const wire = messages.map(({ role, content }) => ({ role, content: encodeBlocks([content], revision)[0] }));
  return { messages: wire, ...rest } as unknown as JsonObject;
}

export function readSampleAnswer(key: string, answer: JsonValue): SampleAnswer {
  if (!isObject(answer)) throw wrongAnswer(key, 'an object with role, content and model');
  const { role, content, model, stopReason } = answer;
  if (typeof role !== 'string' || content === undefined || typeof model !== 'string') {
    throw wrongAnswer(key, 'role, content and model');
  }
  return { role, content, model, ...(typeof stopReason === 'string' && { stopReason }) };
}

export function readRoots(key: string, answer: JsonValue): readonly Root[] {
  const roots = isObject(answer) ? answer.roots : undefined;
  if (!Array.isArray(roots)) throw wrongAnswer(key, '"roots", an array');
  return roots.map(root => {
    if (!isObject(root) || typeof root.uri !== 'string') throw wrongAnswer(key, 'a "uri" in each root');
    const { uri, name } = root;
    return { uri, ...(typeof name === 'string' && { name }) };
  });
}

function questionSchema(schema: z.ZodObject | JsonObject): JsonObject {
  if (!(schema instanceof z.ZodObject)) return schema;
  const { $schema: _, additionalProperties: __, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest as JsonObject;
}

function wrongAnswer(key: string, expected: string): WireError {
  return WireError.of(
    'InvalidParams',
    `The answer "${key}" does not fit its question. Expected ${expected}. To be asked again, send the request without requestState.`,
  );
}
