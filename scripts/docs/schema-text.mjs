const MAX_VALUES = 6;
/** A value of any type is listed by its types. */
const SCALARS = ['string', 'number', 'boolean', 'null'];

/** The type that a JSON Schema describes, in a few words. */
export function schemaText(schema) {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return values(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    const types = new Set(choices.map(schemaText));
    return SCALARS.every(type => types.has(type)) ? 'any' : [...types].join(' or ');
  }
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return `list of ${schemaText(schema.items ?? {})}`;
  if (schema.type === 'object' && schema.properties !== undefined) return fields(schema);
  return schema.type ?? 'any';
}

function values(list) {
  const shown = list.slice(0, MAX_VALUES).map(value => JSON.stringify(value));
  return [...shown, ...(list.length > MAX_VALUES ? ['…'] : [])].join(' or ');
}

function fields({ properties, required = [] }) {
  return `{${Object.keys(properties)
    .map(name => (required.includes(name) ? name : `${name}?`))
    .join(', ')}}`;
}
