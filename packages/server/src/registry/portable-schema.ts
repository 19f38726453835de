import { isObject, type JsonObject, type JsonValue } from '@worldwire/protocol';

/** Keywords that say nothing about a value. */
const NOTES: ReadonlySet<string> = new Set([
  ...['$comment', '$defs', '$schema', 'default', 'definitions', 'deprecated', 'description', 'examples'],
  ...['readOnly', 'title', 'writeOnly'],
]);
const MAPS: ReadonlySet<string> = new Set(['$defs', 'definitions', 'patternProperties', 'properties']);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);

const SCALARS = ['string', 'number', 'boolean', 'null'].map(type => ({ type }));
/** Hosts fill in `additionalProperties: false` where it is missing, so that a model could only send an empty object. */
const OPEN = { type: 'object', additionalProperties: true };
const ANY_ITEM = { anyOf: [...SCALARS, { anyOf: [OPEN] }] };
/** Lists inside lists are accepted, and not shown: a schema cannot go on forever without a reference. */
const ANY = [...SCALARS, { anyOf: [OPEN] }, { type: 'array', items: ANY_ITEM }];

/**
 * The schema in a form that every host accepts: `type` is one type, a schema has a keyword that says what the value is, an open
 * object says so, and an object beside other types is in an `anyOf` of its own: a host that merges the objects of a union would
 * refuse the other types. What it accepts stays the same, except lists in lists where any value is accepted. Places that no host
 * reads (`if`, `not`) stay as they are.
 */
export function portableSchema(schema: JsonObject): JsonObject {
  const portable: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    // Names of JSON are texts in any case. A record of zod says so.
    if (keyword === 'propertyNames' && isOnlyString(value)) continue;
    portable[keyword] = portableKeyword(keyword, value);
  }
  if (Array.isArray(portable.anyOf)) portable.anyOf = groupedObjects(portable.anyOf);
  const { type } = portable;
  if (!Array.isArray(type) || portable.anyOf !== undefined) return portable;
  delete portable.type;
  return { ...portable, anyOf: type.map(each => ({ type: each })) };
}

function groupedObjects(choices: readonly JsonValue[]): JsonValue[] {
  const isOfObjects = (schema: JsonValue) =>
    isObject(schema) && (schema.type === 'object' || schema.properties !== undefined);
  const objects = choices.filter(isOfObjects);
  if (objects.length === 0 || objects.length === choices.length) return [...choices];
  const group = { anyOf: objects };
  return choices.flatMap(schema => (!isOfObjects(schema) ? schema : schema === objects[0] ? group : []));
}

function portableKeyword(keyword: string, value: JsonValue): JsonValue {
  if (MAPS.has(keyword) && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, portableValue(each)]));
  if (LISTS.has(keyword) && Array.isArray(value)) return value.map(each => portableValue(each));
  if (keyword === 'items') return portableValue(value);
  if (keyword !== 'additionalProperties') return value;
  return isObject(value) && Object.keys(value).length === 0
    ? true
    : isObject(value)
      ? portableValue(value)
      : value;
}

/** The schema of a value: one without a keyword accepts any. */
function portableValue(schema: JsonValue): JsonValue {
  if (schema === true) return { anyOf: ANY };
  if (!isObject(schema)) return schema;
  const isOpen = Object.keys(schema).every(keyword => NOTES.has(keyword));
  return isOpen ? { ...schema, anyOf: ANY } : portableSchema(schema);
}

function isOnlyString(schema: JsonValue): boolean {
  return isObject(schema) && schema.type === 'string' && Object.keys(schema).length === 1;
}
