import {
  type Dialect,
  defineDialect,
  isObject,
  type JsonObject,
  type JsonValue,
  REVISION_2024_11_05,
  WireError,
} from '@worldwire/protocol';
import { type Exact, exactAnswer, exactContent, exactFailure } from '../dto/documented.js';
import { ERROR_CODES, errorInDialect, HTTP_STATUS, kindOf } from '../dto/error-kinds.js';
import { SCRIPT_ANSWER_BYTES } from '../scripts/script-part.js';

const JSON_TYPE = 'application/json';
const READING_SCRIPTS = new Set(['ReadConsoleScript', 'GetStartupScript']);

export interface DialectParts {
  readonly resources: () => readonly object[];
  /** Whether a tool only reads. Its failures are protocol errors, those of other tools results. */
  readonly reads: (tool: string) => boolean;
}

/** The method names and envelopes of the Unity Explorer interface, beside the standard ones. */
export function unityDialect({ resources, reads }: DialectParts): Dialect {
  return defineDialect({
    name: 'unity-explorer',
    revision: REVISION_2024_11_05,
    sessionless: true,
    methods: {
      list_tools: { method: 'tools/list', result: listedTools },
      list_resources: {
        method: 'resources/list',
        // The standard list is empty for a caller that may not read.
        result: standard => ({
          resources: (isEmpty(standard) ? [] : resources()) as unknown as JsonValue,
        }),
      },
      call_tool: {
        method: 'tools/call',
        result: (result, params) => calledTool(result, params, reads),
        answerBytes: ({ name }) => (READING_SCRIPTS.has(String(name)) ? SCRIPT_ANSWER_BYTES : undefined),
      },
      read_resource: {
        method: 'resources/read',
        result: contents,
        answerBytes: ({ uri }) => (isScript(String(uri)) ? SCRIPT_ANSWER_BYTES : undefined),
      },
      // Some clients send it with an id and expect an answer.
      'notifications/initialized': { method: 'ping', result: () => ({ ok: true }) },
    },
    error: errorInDialect,
    status: error => HTTP_STATUS.get(kindOf(error)) ?? 400,
  });
}

/** Whether an address is that of one script, whose content may have 256 KB in one answer. */
export function isScript(uri: string): boolean {
  return uri.startsWith('unity://console/script?');
}

function isEmpty(standard: JsonValue): boolean {
  return (standard as { resources: JsonValue[] }).resources.length === 0;
}

function listedTools(result: JsonValue): JsonValue {
  const { tools } = result as { tools: JsonObject[] };
  return {
    tools: tools.map(({ name, description, inputSchema, annotations }) => ({
      name: name ?? '',
      description: description ?? '',
      inputSchema: inputSchema ?? {},
      ...(annotations !== undefined && { annotations }),
    })),
  };
}

/**
 * A result has its JSON as text and as JSON, followed by images. The failure of a tool that reads becomes a protocol error, and that
 * of a tool that writes is a result.
 */
function calledTool(result: JsonValue, params: JsonObject, reads: DialectParts['reads']): JsonValue {
  const { content, isError } = result as { content: { text?: string }[]; isError?: boolean };
  const { name, arguments: args } = params;
  const json = JSON.parse(content[0]?.text ?? 'null') as JsonValue;
  if (isError !== true) {
    return called(exactAnswer(String(name), isObject(args) ? args : {}, json), content.slice(1));
  }
  if (!reads(String(name))) return called(exactFailure(json as JsonObject), []);
  const { message, ...data } = (json as { error: { kind: string; message: string } & JsonObject }).error;
  const code = ERROR_CODES.get(data.kind) ?? ERROR_CODES.get('Internal');
  throw new WireError(code as number, message, data);
}

function called({ answer, meta }: Exact, pictures: readonly object[]): JsonValue {
  const first = { type: 'text', mimeType: JSON_TYPE, text: JSON.stringify(answer), json: answer };
  return { content: [first, ...(pictures as JsonObject[])], ...(meta !== undefined && { _meta: meta }) };
}

function contents(result: JsonValue, { uri }: JsonObject): JsonValue {
  const read = result as { contents: JsonObject[] };
  const [first] = read.contents;
  if (first?.mimeType !== JSON_TYPE || typeof first.text !== 'string') return result;
  const { answer, meta } = exactContent(String(uri), JSON.parse(first.text) as JsonValue);
  return {
    ...read,
    contents: [{ ...first, text: JSON.stringify(answer) }],
    ...(meta !== undefined && { _meta: meta }),
  };
}
