import { z } from 'zod';
import { CATEGORIES, COMMANDS, COMPOUND_FORMS } from '../domain/index.js';

/** The name of the forms in the listing, beside the categories of commands. */
export const COMPOUND_CATEGORY = 'compound';

interface Listed {
  readonly type: string;
  readonly summary: string;
  /** A short description of each field. */
  readonly fields: Readonly<Record<string, string>>;
  readonly example: Readonly<Record<string, unknown>>;
}

interface CommandListing {
  readonly categories: readonly { readonly name: string; readonly commands: readonly Listed[] }[];
  /** Forms that are made of commands or of the history. */
  readonly compound?: readonly Listed[];
}

/** The commands by category. They are the same for every universe. */
export function commandListing(category?: string): CommandListing {
  const categories = ALL.filter(({ name }) => category === undefined || name === category);
  const all = category === undefined || category === COMPOUND_CATEGORY;
  return { categories, ...(all && { compound: COMPOUND }) };
}

type Schema = z.core.JSONSchema.BaseSchema;

const ALL: CommandListing['categories'] = CATEGORIES.map(name => ({
  name,
  commands: COMMANDS.filter(({ category }) => category === name).map(
    ({ name: type, summary, schema, example }) => ({ type, summary, fields: fieldsOf(schema), example }),
  ),
}));

const COMPOUND: readonly Listed[] = Object.values(COMPOUND_FORMS).map(
  ({ type, summary, schema, example }) => {
    return { type, summary, fields: fieldsOf(schema), example };
  },
);

function fieldsOf(schema: z.ZodType): Record<string, string> {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const fields = Object.entries(properties).filter(([name]) => name !== 'type');
  return Object.fromEntries(
    fields.map(([name, field]) => [name, phrase(field as Schema, required.includes(name))]),
  );
}

function phrase(schema: Schema, required: boolean): string {
  const { default: value, description } = schema;
  const optional = value !== undefined ? `, default ${JSON.stringify(value)}` : ', optional';
  const words = `${shape(schema)}${required ? '' : optional}`;
  return description === undefined ? words : `${words}. ${description}`;
}

/** The type of a value; of an object, its fields. */
function shape(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(choice => shape(choice as Schema)))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(value => JSON.stringify(value)).join(' | ');
  if (schema.type === 'array') return `array of ${shape((schema.items ?? {}) as Schema)}`;
  if (schema.type !== 'object') return String(schema.type ?? 'any');
  const { properties, additionalProperties } = schema;
  if (properties !== undefined) return `{${Object.keys(properties).join(', ')}}`;
  return typeof additionalProperties === 'object'
    ? `record of ${shape(additionalProperties as Schema)}`
    : 'object';
}
