import type { JsonObject, JsonValue } from './json.js';

export interface ClientCapabilities {
  readonly sampling?: JsonObject;
  readonly elicitation?: JsonObject;
  readonly roots?: JsonObject;
  readonly extensions?: Readonly<Record<string, JsonObject>>;
  readonly experimental?: JsonObject;
}

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills';

/** What a client sends is data from outside: anything that is not an object of objects counts as not declared. */
export function readCapabilities(value: JsonValue | undefined): ClientCapabilities | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as unknown as ClientCapabilities)
    : undefined;
}

export function declaresTasks(capabilities: ClientCapabilities): boolean {
  const extensions = capabilities.extensions;
  return typeof extensions === 'object' && extensions !== null && Object.hasOwn(extensions, TASKS_EXTENSION);
}

/** The part of `needed` that `declared` lacks, or undefined when nothing is missing. */
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
