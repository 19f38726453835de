import type { JsonObject, JsonValue } from '../text/json.js';
import { isObject } from './json-rpc.js';

export interface ClientCapabilities {
  readonly sampling?: JsonObject;
  readonly elicitation?: JsonObject;
  readonly roots?: JsonObject;
  readonly extensions?: Readonly<Record<string, JsonObject>>;
  readonly experimental?: JsonObject;
}

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills';
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui';
/** The type of an HTML document that a host shows beside the result of a tool. */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app';

/** A capability that is not an object counts as not declared. */
export function readCapabilities(value: JsonValue | undefined): ClientCapabilities | undefined {
  if (!isObject(value)) return undefined;
  for (const name in value) {
    if (!isObject(value[name]))
      return Object.fromEntries(Object.entries(value).filter(([, member]) => isObject(member)));
  }
  return value as unknown as ClientCapabilities;
}

export function declaresTasks(capabilities: ClientCapabilities): boolean {
  const extensions = capabilities.extensions;
  return typeof extensions === 'object' && extensions !== null && Object.hasOwn(extensions, TASKS_EXTENSION);
}

/** Whether the client shows documents of the extension MCP Apps. */
export function declaresApps({ extensions }: ClientCapabilities): boolean {
  if (!isObject(extensions) || !Object.hasOwn(extensions, APPS_EXTENSION)) return false;
  const settings = extensions[APPS_EXTENSION];
  return (
    isObject(settings) && Array.isArray(settings.mimeTypes) && settings.mimeTypes.includes(APP_MIME_TYPE)
  );
}

/** The part of `needed` that is missing in `declared`, or undefined. */
export function missingCapabilities(
  needed: ClientCapabilities,
  declared: ClientCapabilities,
): ClientCapabilities | undefined {
  const missing: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(needed)) {
    if (name === 'extensions') {
      const have = declared.extensions ?? {};
      const lacking = Object.entries(value).filter(([extension]) => !Object.hasOwn(have, extension));
      if (lacking.length > 0) missing.extensions = Object.fromEntries(lacking);
    } else if (!Object.hasOwn(declared, name)) missing[name] = value;
  }
  return Object.keys(missing).length > 0 ? missing : undefined;
}
