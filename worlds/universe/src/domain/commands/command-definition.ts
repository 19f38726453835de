import { z } from 'zod';
import { CommandRefused } from '../model/command-refused.js';
import type { Edit } from '../model/edit.js';
import type { DomainEvent } from '../model/event.js';
import { knownObject } from '../schemas/known-object.js';

const MAX_PROBLEMS = 10;

export const CATEGORIES = [
  'Simulation',
  'Star CRUD',
  'Star hierarchy',
  'Group CRUD',
  'Group hierarchy',
  'Small body fields',
  'Protoplanetary disks',
  'Nebulae',
  'Rings',
  'Snapshot',
] as const;
export type Category = (typeof CATEGORIES)[number];

export interface CommandDefinition {
  readonly name: string;
  readonly category: Category;
  readonly summary: string;
  readonly schema: z.ZodObject;
  /** The universe `sol` accepts it. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Sets defaults that depend on other fields, in the copy that the schema made. */
  complete?(command: unknown): void;
  /** Gets a valid command. Its changes are rolled back if it throws. */
  handle(edit: Edit, command: unknown): DomainEvent[];
}

type Schema<Name extends string, Fields extends z.core.$ZodShape> = z.ZodObject<
  { type: z.ZodLiteral<Name> } & Fields,
  z.core.$strict
>;

/** Joins the schema of a command with its handler. Strict, because a misspelled field must not be ignored. */
export function command<const Name extends string, Fields extends z.core.$ZodShape>(definition: {
  readonly name: Name;
  readonly category: Category;
  readonly summary: string;
  readonly fields: Fields;
  readonly example: Readonly<Record<string, unknown>>;
  complete?(command: z.output<Schema<Name, Fields>>): void;
  handle(edit: Edit, command: z.output<Schema<Name, Fields>>): DomainEvent[];
}) {
  const { name, category, summary, fields, example, complete } = definition;
  const schema = knownObject({ type: z.literal(name), ...fields }).describe(summary);
  return {
    name,
    category,
    summary,
    schema: schema as unknown as Schema<Name, Fields>,
    example: { type: name, ...example },
    ...(complete !== undefined && { complete }),
    handle: definition.handle,
  };
}

export function invalidCommand(
  { name, schema, example }: Pick<CommandDefinition, 'name' | 'schema' | 'example'>,
  problems: readonly string[],
): CommandRefused {
  const rest = problems.length - MAX_PROBLEMS;
  const fields = Object.keys(schema.shape).filter(field => field !== 'type');
  const named = problems.slice(0, MAX_PROBLEMS);
  return new CommandRefused(
    'invalid',
    `${name} is invalid: ${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`,
    `Fields of ${name}: ${fields.join(', ')}. For example: ${JSON.stringify(example)}`,
  );
}
