import {
  type Dialect,
  defineDialect,
  isId,
  isObject,
  type JsonObject,
  type JsonValue,
  type ProgressStep,
  type RequestId,
  WireError,
} from '@worldwire/protocol';

/** A prompt whose texts have {{name}} in place of each variable. */
interface PromptTemplate {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly arguments: Readonly<
    Record<string, { readonly description?: string; readonly required?: boolean }>
  >;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
}

const PROMPT = 'unreal://prompt/';
const MAX_SHOWN = 128;
/** Longer texts are only in `contents`, because the largest would not fit into a reply twice. */
const MAX_REPEATED = 1024 * 1024;

/** The methods of the Unreal specification, in addition to the standard ones. */
export function unrealDialect(templates: () => readonly PromptTemplate[]): Dialect {
  return defineDialect({
    name: 'unreal',
    methods: {
      'tools/call': { method: 'tools/call', when: inOwnSpelling, params: toolCall, result: typed },
      'resources/get_content': { method: 'resources/read', result: singleContent },
      'prompts/get_template': { result: (_none, params) => described(find(templates(), params)) },
      'prompts/render': { method: 'prompts/get', params: params => rendering(templates(), params) },
      '$/cancelRequest': { method: 'notifications/cancelled', params: cancellation },
      // Revision 2026-07-28 has no sessions: there both methods only get an answer.
      shutdown: { session: 'shut' },
      exit: { session: 'end' },
    },
    notifications: ({ experimental }) => (experimental?.contentChanged ? CONTENT_CHANGED : undefined),
    progress: { notification: '$/progress', token: workDoneToken, params: workDone },
  });
}

const CONTENT_CHANGED = { 'notifications/resources/updated': 'notifications/resources/content_changed' };

function inOwnSpelling({ toolName, toolInput }: JsonObject): boolean {
  return isGiven(toolName) || isGiven(toolInput);
}

function toolCall({ toolName, toolInput, ...rest }: JsonObject): JsonObject {
  if (isGiven(rest.name) || isGiven(rest.arguments)) {
    throw invalid('Give toolName and toolInput, or name and arguments, but not both.');
  }
  if (typeof toolName !== 'string') throw invalid('params.toolName must be a string.');
  if (!isGiven(toolInput)) return { ...rest, name: toolName };
  if (!isObject(toolInput)) throw invalid('params.toolInput must be an object.');
  return { ...rest, name: toolName, arguments: toolInput };
}

/** Adds the type of the content. */
function typed(result: JsonValue): JsonValue {
  const { content, ...rest } = result as { content: JsonObject[] } & JsonObject;
  const types = new Set(content.map(typeOf));
  const [contentType = 'text/plain'] = types;
  return { contentType: types.size > 1 ? 'multipart/mixed' : contentType, content, ...rest };
}

function typeOf({ type, mimeType, resource }: JsonObject): string {
  if (type === 'text') return 'text/plain';
  const named = isObject(resource) ? resource.mimeType : mimeType;
  return typeof named === 'string' ? named : 'application/octet-stream';
}

/** Adds the single content of the Unreal specification to the standard result. */
function singleContent(result: JsonValue): JsonValue {
  const found = result as { contents: JsonObject[] } & JsonObject;
  const { text, blob, mimeType } = found.contents[0] as JsonObject;
  const content = (text ?? blob) as string;
  return {
    contentType: mimeType ?? (text === undefined ? 'application/octet-stream' : 'text/plain'),
    ...(content.length <= MAX_REPEATED && { content }),
    ...found,
  };
}

function described({ name, title, description, messages, arguments: variables }: PromptTemplate): JsonValue {
  return {
    name,
    uri: PROMPT + name,
    ...(title !== undefined && { title }),
    description,
    arguments: Object.entries(variables).map(([variable, { description: about, required }]) => ({
      name: variable,
      ...(about !== undefined && { description: about }),
      ...(required !== undefined && { required }),
    })),
    messages: messages.map(({ role, text }) => ({ role, content: { type: 'text', text } })),
  };
}

function rendering(templates: readonly PromptTemplate[], params: JsonObject): JsonObject {
  const { name } = find(templates, params);
  const { uri: _uri, variables, arguments: standard, ...rest } = params;
  if (isGiven(variables) && isGiven(standard)) {
    throw invalid('Give variables or arguments, but not both.');
  }
  const given = isGiven(variables) ? 'params.variables' : 'params.arguments';
  const values = variables ?? standard ?? {};
  if (!isObject(values)) throw invalid(`${given} must be an object of strings by name.`);
  for (const [variable, value] of Object.entries(values)) {
    if (isGiven(value) && typeof value !== 'string')
      throw invalid(`${given}.${short(variable)} must be a string.`);
  }
  return { ...rest, name, arguments: values };
}

function find(templates: readonly PromptTemplate[], params: JsonObject): PromptTemplate {
  const name = promptName(params);
  const found = templates.find(template => template.name === name);
  if (found !== undefined) return found;
  const known = templates.map(template => template.name);
  throw invalid(`There is no prompt "${short(name)}". Prompts: ${known.join(', ') || 'none'}.`, { known });
}

/** From the name or the URI. Both must name the same prompt. */
function promptName({ name, uri }: JsonObject): string {
  if (!isGiven(name) && !isGiven(uri)) throw invalid(`params.name or params.uri (${PROMPT}…) is required.`);
  if (isGiven(name) && typeof name !== 'string') throw invalid('params.name must be a string.');
  if (!isGiven(uri)) return name as string;
  if (typeof uri !== 'string' || !uri.startsWith(PROMPT)) {
    throw invalid(`params.uri must be ${PROMPT} followed by the name of a prompt.`);
  }
  const named = uri.slice(PROMPT.length);
  if (isGiven(name) && name !== named) throw invalid('params.name and params.uri name different prompts.');
  return named;
}

function cancellation({ id }: JsonObject): JsonObject {
  if (typeof id !== 'string' && typeof id !== 'number') {
    throw invalid('params.id must be the id of the request to cancel.');
  }
  return { requestId: id };
}

function workDoneToken({ workDoneToken: token }: JsonObject): RequestId | undefined {
  return isId(token) ? token : undefined;
}

function workDone(token: RequestId, step: ProgressStep): JsonObject {
  if (step.kind === 'end') return { token, value: { kind: step.kind } };
  const { kind, done, total, message } = step;
  const share = total === undefined ? Number.NaN : (done / total) * 100;
  return {
    token,
    value: {
      kind,
      ...(message !== undefined && { message }),
      ...(Number.isFinite(share) && { percentage: Math.min(100, Math.max(0, Math.round(share))) }),
    },
  };
}

/** Clients that write every member send null for one that is absent. */
function isGiven(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null;
}

function short(text: string): string {
  return text.slice(0, MAX_SHOWN);
}

function invalid(message: string, data?: JsonValue): WireError {
  return WireError.of('InvalidParams', message, data);
}
