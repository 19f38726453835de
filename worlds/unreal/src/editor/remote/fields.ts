import type { JsonObject, JsonValue } from '@worldwire/protocol';

/** A member by its name; where no member is spelled so, one that differs in case only, as the editor takes both. */
export function field(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (!isRecord(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const lower = name.toLowerCase();
  const key = Object.keys(value).find(each => each.toLowerCase() === lower);
  return key === undefined ? undefined : value[key];
}

export function textField(value: JsonValue | undefined, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === 'string' ? found : undefined;
}

export function listField(value: JsonValue | undefined, name: string): readonly JsonValue[] {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
}

export function numberField(value: JsonValue | undefined, name: string): number | undefined {
  const found = field(value, name);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

export function isRecord(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
