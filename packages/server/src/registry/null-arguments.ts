import { isObject, type JsonObject, type JsonValue } from '@worldwire/protocol';

/** Objects and lists inside each other. A schema that refers to itself ends here. */
const MAX_DEPTH = 8;

/**
 * Where null means that an argument is absent: the property is optional, and its schema does not accept null. Hosts that fill in
 * every argument send null for it, among them those with the strict mode of OpenAI.
 */
export interface NullArguments {
  /** Properties of an object. */
  readonly absent: readonly string[];
  /** Properties with such places inside. */
  readonly within: readonly (readonly [name: string, inner: NullArguments])[];
  /** The same for each element of a list. */
  readonly items: NullArguments | undefined;
}

/** The places of a schema, or undefined if it has none. A schema that is not understood accepts null. */
export function nullArguments(schema: JsonObject): NullArguments | undefined {
  return placesOf(schema, schema, MAX_DEPTH);
}

/** The arguments without those that are absent. Returns the same object where there is no null to drop. */
export function withoutNulls(args: JsonObject, places: NullArguments | undefined): JsonObject {
  return places === undefined ? args : (without(args, places) as JsonObject);
}

function without(value: JsonValue, { absent, within, items }: NullArguments): JsonValue {
  if (Array.isArray(value)) return items === undefined ? value : withoutInItems(value, items);
  if (!isObject(value)) return value;
  let copy: JsonObject | undefined;
  for (const name of absent) {
    if (value[name] !== null) continue;
    copy ??= { ...value };
    delete copy[name];
  }
  for (const [name, inner] of within) {
    const given = value[name];
    if (typeof given !== 'object' || given === null) continue;
    const kept = without(given, inner);
    if (kept === given) continue;
    copy ??= { ...value };
    copy[name] = kept;
  }
  return copy ?? value;
}

function withoutInItems(list: JsonValue[], items: NullArguments): JsonValue[] {
  const kept = list.map(item => without(item, items));
  return kept.some((item, index) => item !== list[index]) ? kept : list;
}

function placesOf(schema: JsonValue | undefined, root: JsonObject, depth: number): NullArguments | undefined {
  if (depth === 0) return undefined;
  const forms = formsOf(schema, root, depth);
  const objects = forms.filter(({ type }) => type === undefined || type === 'object');
  const lists = forms.filter(({ type }) => type === undefined || type === 'array');
  const names = new Set(
    objects.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])),
  );
  const absent = [...names].filter(name => isAbsent(name, objects, root));
  const within: [string, NullArguments][] = [];
  for (const name of names) {
    const inner = placesOf(single(objects.map(form => memberOf(form, name))), root, depth - 1);
    if (inner !== undefined) within.push([name, inner]);
  }
  const items = placesOf(single(lists.map(form => form.items ?? true)), root, depth - 1);
  if (absent.length === 0 && within.length === 0 && items === undefined) return undefined;
  return { absent, within, items };
}

/** The one schema that applies. Where there are several, another could accept what the first does not. */
function single(schemas: readonly JsonValue[]): JsonValue | undefined {
  const some = schemas.filter(schema => schema !== false);
  return some.length === 1 ? some[0] : undefined;
}

/** The schema of a member: its own, or that of unknown members. */
function memberOf({ properties, additionalProperties }: JsonObject, name: string): JsonValue {
  return own(properties, name) ?? additionalProperties ?? true;
}

/** The alternatives of a schema. Several conditions at once are not understood, so that they have no places. */
function formsOf(schema: JsonValue | undefined, root: JsonObject, depth: number): readonly JsonObject[] {
  if (depth === 0 || !isObject(schema)) return [];
  if (schema.$ref !== undefined) return formsOf(referred(schema.$ref, root), root, depth - 1);
  if (['allOf', 'not', 'if', 'dependentSchemas'].some(name => schema[name] !== undefined)) return [];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(alternatives)) return [schema];
  return schema.properties === undefined ? alternatives.flatMap(each => formsOf(each, root, depth - 1)) : [];
}

/** Whether null is absent in an alternative, and no alternative accepts it. */
function isAbsent(name: string, objects: readonly JsonObject[], root: JsonObject): boolean {
  if (objects.some(form => accepts(memberOf(form, name), root, MAX_DEPTH))) return false;
  return objects.some(
    ({ properties, required }) =>
      own(properties, name) !== undefined && !(Array.isArray(required) && required.includes(name)),
  );
}

/** Whether a schema accepts null. */
function accepts(schema: JsonValue, root: JsonObject, depth: number): boolean {
  if (depth === 0) return true;
  if (!isObject(schema)) return schema !== false;
  const { $ref, type, anyOf, oneOf, allOf } = schema;
  const each = (alternative: JsonValue) => accepts(alternative, root, depth - 1);
  if (typeof type === 'string' && type !== 'null') return false;
  if (Array.isArray(type) && !type.includes('null')) return false;
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) return false;
  if (schema.const !== undefined && schema.const !== null) return false;
  for (const alternatives of [anyOf, oneOf]) {
    if (Array.isArray(alternatives) && !alternatives.some(each)) return false;
  }
  if (Array.isArray(allOf) && !allOf.every(each)) return false;
  return $ref === undefined || each(referred($ref, root) ?? true);
}

/** The schema that a reference inside the same document names. */
function referred(reference: JsonValue, root: JsonObject): JsonValue | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  let found: JsonValue | undefined = root;
  for (const step of reference.split('/').slice(1))
    found = own(found, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return found;
}

function own(members: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(members) && Object.hasOwn(members, name) ? members[name] : undefined;
}
