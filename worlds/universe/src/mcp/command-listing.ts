import { z } from 'zod';
import { CATEGORIES, COMMANDS } from '../domain/index.js';

export interface CommandListing {
  readonly categories: readonly {
    readonly name: string;
    readonly commands: readonly {
      readonly type: string;
      readonly summary: string;
      /** What each field takes, in a few words. */
      readonly fields: Readonly<Record<string, string>>;
      readonly example: Readonly<Record<string, unknown>>;
    }[];
  }[];
}

/** The commands by category. The same for every universe, whatever is in it. */
export function commandListing(category?: string): CommandListing {
  return { categories: ALL.filter(({ name }) => category === undefined || name === category) };
}

type Schema = z.core.JSONSchema.BaseSchema;

const ALL: CommandListing['categories'] = CATEGORIES.map(name => ({
  name,
  commands: COMMANDS.filter(({ category }) => category === name).map(
    ({ name: type, summary, schema, example }) => ({ type, summary, fields: fieldsOf(schema), example }),
  ),
}));

function fieldsOf(schema: z.ZodType): Record<string, string> {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const fields = Object.entries(properties).filter(([name]) => name !== 'type');
  return Object.fromEntries(
    fields.map(([name, field]) => [name, phrase(field as Schema, required.includes(name))]),
  );
}

function phrase(schema: Schema, required: boolean): string {
  const { default: otherwise, description } = schema;
  const optional = otherwise !== undefined ? `, ${JSON.stringify(otherwise)} unless given` : ', optional';
  const words = `${shape(schema)}${required ? '' : optional}`;
  return description === undefined ? words : `${words}. ${description}`;
}

/** What a value looks like; of an object, its fields. */
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
