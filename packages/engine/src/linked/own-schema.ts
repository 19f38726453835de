import { legibleLines } from '../text/legible.js';

/** Bytes of a schema as JSON. */
export const MAX_SCHEMA_BYTES = 16 * 1024;
/** Levels of a schema, counted in objects and lists. */
export const MAX_SCHEMA_DEPTH = 16;

const MAX_PROPERTY = 64;
/** Alternatives in a whole schema. Each value of an argument is compared with all of them. */
const MAX_ALTERNATIVES = 32;

/** Lists of schemas. */
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
/** Keywords whose values are data. */
const PLAIN: ReadonlySet<string> = new Set([
  '$schema',
  'type',
  'title',
  'description',
  'default',
  'examples',
  'enum',
  'const',
  'required',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]);
const WORDS: ReadonlySet<string> = new Set(['title', 'description']);
const TEXTS: ReadonlySet<string> = new Set([...WORDS, '$schema']);
const COUNTS: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'minItems', 'maxItems']);
const TYPES: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'array',
  'object',
]);
const NUMBERS = /^(?:min|max|exclusiveM|multipleOf)/;
const SCHEMAS: ReadonlySet<string> = new Set(['items', 'additionalProperties']);
/** These names would change the prototype of an object. */
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

type Fields = Readonly<Record<string, unknown>>;

/** The schema with hidden characters of its titles and descriptions escaped. */
export function legibleSchema(value: unknown, keyword = ''): unknown {
  if (typeof value === 'string') return WORDS.has(keyword) ? legibleLines(value, value.length) : value;
  if (Array.isArray(value)) return value.map(each => legibleSchema(each));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, legibleSchema(each, name)]));
}

/**
 * Returns what is wrong with the input schema of a tool, as text that follows its path, or undefined. Only the listed keywords are
 * accepted: a pattern may take forever, and a reference may never end.
 */
export function schemaFault(schema: unknown): string | undefined {
  if (!isFields(schema)) return ' must be a JSON Schema of an object';
  // Before the size, because a deep value overflows the stack of JSON.stringify.
  if (depthOf(schema, MAX_SCHEMA_DEPTH) > MAX_SCHEMA_DEPTH) {
    return ` has more than ${MAX_SCHEMA_DEPTH} levels`;
  }
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > MAX_SCHEMA_BYTES) return ` has ${bytes} bytes and must have ${MAX_SCHEMA_BYTES} at most`;
  if (schema.type !== 'object') return '.type must be "object"';
  const fault = keywordFault(schema, '');
  if (fault !== undefined) return fault;
  const alternatives = alternativesIn(schema);
  if (alternatives <= MAX_ALTERNATIVES) return undefined;
  return ` has ${alternatives} alternatives in anyOf, oneOf and allOf and may have ${MAX_ALTERNATIVES}; enum lists values`;
}

function keywordFault(schema: unknown, path: string): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!isFields(schema)) return `${path} must be a schema`;
  for (const [keyword, value] of Object.entries(schema)) {
    const at = `${path}.${keyword}`;
    if (PLAIN.has(keyword)) {
      if (!WORDS.has(keyword) && hasHidden(value)) return `${at} has hidden characters`;
      const fault = plainFault(keyword, value);
      if (fault !== undefined) return `${at}${fault}`;
      continue;
    }
    let fault: string | undefined;
    if (SCHEMAS.has(keyword)) fault = keywordFault(value, at);
    else if (keyword === 'properties') fault = propertiesFault(value, at);
    else if (LISTS.has(keyword)) fault = listFault(value, at);
    else fault = `${path} has the keyword "${keyword.slice(0, 40)}", which is not supported`;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Keywords that the validation takes at their word. */
function plainFault(keyword: string, value: unknown): string | undefined {
  if (keyword === 'type') {
    const types = Array.isArray(value) ? value : [value];
    return types.length > 0 && types.every(type => TYPES.has(type))
      ? undefined
      : ' is not a type of JSON Schema';
  }
  if (keyword === 'required') {
    return Array.isArray(value) && value.every(name => typeof name === 'string')
      ? undefined
      : ' must be a list of names';
  }
  if (keyword === 'enum')
    return Array.isArray(value) && value.length > 0 ? undefined : ' must be a list of values';
  if (TEXTS.has(keyword)) return typeof value === 'string' ? undefined : ' must be text';
  if (keyword === 'examples') return Array.isArray(value) ? undefined : ' must be a list of values';
  if (COUNTS.has(keyword))
    return Number.isSafeInteger(value) && (value as number) >= 0
      ? undefined
      : ' must be a whole number, 0 or more';
  if (keyword === 'multipleOf' && !((value as number) > 0)) return ' must be a number above 0';
  if (NUMBERS.test(keyword)) return Number.isFinite(value) ? undefined : ' must be a number';
  return undefined;
}

function propertiesFault(properties: unknown, path: string): string | undefined {
  if (!isFields(properties)) return `${path} must be an object`;
  for (const [name, schema] of Object.entries(properties)) {
    if (name.length > MAX_PROPERTY || hasHidden(name)) {
      return `${path} has a name that is longer than ${MAX_PROPERTY} characters or has hidden ones`;
    }
    if (FORBIDDEN_NAMES.has(name)) return `${path} has the name "${name}", which is not allowed`;
    const fault = keywordFault(schema, `${path}.${name.slice(0, 40)}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function listFault(schemas: unknown, path: string): string | undefined {
  if (!Array.isArray(schemas) || schemas.length === 0) return `${path} must be a list of schemas`;
  for (const [index, schema] of schemas.entries()) {
    const fault = keywordFault(schema, `${path}[${index}]`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Counts each schema of a list once, wherever it is. */
function alternativesIn(schema: unknown): number {
  if (!isFields(schema)) return 0;
  let count = 0;
  for (const [keyword, value] of Object.entries(schema)) {
    if (SCHEMAS.has(keyword)) count += alternativesIn(value);
    else if (keyword === 'properties') {
      for (const each of Object.values(value as Fields)) count += alternativesIn(each);
    } else if (LISTS.has(keyword)) {
      const list = value as readonly unknown[];
      if (keyword !== 'prefixItems') count += list.length;
      for (const each of list) count += alternativesIn(each);
    }
  }
  return count;
}

function hasHidden(value: unknown): boolean {
  if (typeof value === 'string') return legibleLines(value, value.length) !== value;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, each]) => hasHidden(name) || hasHidden(each));
}

/** Stops at one level below `max`. */
function depthOf(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (max === 0) return 1;
  let deepest = 0;
  for (const each of Object.values(value)) deepest = Math.max(deepest, depthOf(each, max - 1));
  return deepest + 1;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
