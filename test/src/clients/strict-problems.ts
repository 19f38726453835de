/** Limits of https://platform.openai.com/docs/guides/structured-outputs#supported-schemas. */
const MAX_PROPERTIES = 5_000;
const MAX_LEVELS = 10;
const MAX_ENUM = 1_000;
const UNSUPPORTED = [
  ...['allOf', 'not', 'dependentRequired', 'dependentSchemas', 'if', 'then', 'else'],
  ...['oneOf', 'patternProperties', 'prefixItems', 'propertyNames', 'unevaluatedProperties'],
];
const SAYS_TYPE = ['type', 'enum', 'const', 'anyOf', '$ref'];

/** What strict mode refuses in a schema, as texts with the place. */
export function strictProblems(schema: object): readonly string[] {
  const problems: string[] = [];
  let properties = 0;
  const visit = (value: unknown, place: string, level: number): void => {
    if (typeof value !== 'object' || value === null) {
      problems.push(`${place} is no object`);
      return;
    }
    const given = value as Readonly<Record<string, unknown>>;
    for (const name of UNSUPPORTED) if (name in given) problems.push(`${place} has ${name}`);
    if (!SAYS_TYPE.some(name => name in given)) problems.push(`${place} has no type`);
    if (Array.isArray(given.type)) problems.push(`${place} has several types`);
    if (Array.isArray(given.enum) && given.enum.length > MAX_ENUM) problems.push(`${place} has a long enum`);
    if (level > MAX_LEVELS) problems.push(`${place} is too deep`);
    if (given.type === 'array') visit(given.items, `${place}[]`, level);
    if (Array.isArray(given.anyOf)) for (const each of given.anyOf) visit(each, place, level);
    if (given.type !== 'object') return;
    const members = (given.properties ?? {}) as Readonly<Record<string, unknown>>;
    const names = Object.keys(members);
    properties += names.length;
    if (given.additionalProperties !== false) problems.push(`${place} is open`);
    const required = [...((given.required ?? []) as readonly string[])].sort();
    if (JSON.stringify(required) !== JSON.stringify([...names].sort()))
      problems.push(`${place} has optional members`);
    for (const name of names) visit(members[name], `${place}.${name}`, level + 1);
  };
  visit(schema, '$', 1);
  if ('anyOf' in schema) problems.push('the root has alternatives');
  if (properties > MAX_PROPERTIES) problems.push(`${properties} properties`);
  return problems;
}
