import {
  type Dialect,
  defineDialect,
  type JsonObject,
  type JsonValue,
  REVISION_2024_11_05,
  WireError,
} from '@worldwire/protocol';
import { ERROR_CODES, errorInDialect, HTTP_STATUS, kindOf } from '../dto/error-kinds.js';

/** The method names and envelopes of the Unity Explorer interface, beside the standard ones. */
export function unityDialect(resources: () => readonly object[]): Dialect {
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
      call_tool: { method: 'tools/call', result: calledTool },
      read_resource: { method: 'resources/read' },
      // Some clients send it with an id and expect an answer.
      'notifications/initialized': { method: 'ping', result: () => ({ ok: true }) },
    },
    error: errorInDialect,
    status: error => HTTP_STATUS.get(kindOf(error)) ?? 400,
  });
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

/** A result has its JSON as text and as JSON, followed by images. A failure becomes a protocol error. */
function calledTool(result: JsonValue): JsonValue {
  const { content, isError } = result as { content: { text?: string }[]; isError?: boolean };
  const text = content[0]?.text ?? 'null';
  const json = JSON.parse(text) as JsonValue;
  if (isError !== true) {
    const first = { type: 'text', mimeType: 'application/json', text, json };
    return { content: [first, ...content.slice(1)] as JsonValue[] };
  }
  const { message, ...data } = (json as { error: { kind: string; message: string } & JsonObject }).error;
  const code = ERROR_CODES.get(data.kind) ?? ERROR_CODES.get('Internal');
  throw new WireError(code as number, message, data);
}
