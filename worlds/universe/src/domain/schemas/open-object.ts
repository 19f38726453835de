import { z } from 'zod';

/** So that a value still passes the parser's limit when it stands inside a state inside a message. */
const MAX_EXTRA = 32;

/** Whatever a journal can give back exactly as it was. */
export const extraSchema = z.unknown().refine(value => value === undefined || isJson(value, MAX_EXTRA), {
  error: `Extra fields are plain JSON of finite numbers, at most ${MAX_EXTRA} levels deep`,
});

/** Data whose shape is the renderer's business. */
export const dataSchema = z.object({}).catchall(extraSchema);

/** An object that keeps the fields it does not know. */
export function openObject<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.object(shape).catchall(extraSchema);
}

type Absent<Shape extends z.core.$ZodShape> = {
  [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>>;
};
type Optional<Shape extends z.core.$ZodShape> = { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> };

/** Fields that need not be there; where null says the same, use `absent`. */
export function optionalFields<Shape extends z.core.$ZodShape>(shape: Shape): Optional<Shape> {
  return mapShape(shape, field => z.optional(field)) as unknown as Optional<Shape>;
}

/** Fields that need not be there; null means that they are not, or in a patch that they go. */
export function nullishFields<Shape extends z.core.$ZodShape>(shape: Shape): Absent<Shape> {
  return mapShape(shape, field => z.optional(z.nullable(field))) as unknown as Absent<Shape>;
}

/** Without the fields that say that they are not there. */
export function withoutNullish(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return filtered(fields, (_, value) => value !== undefined && value !== null);
}

/** The same for the fields we know; of those we do not know, a null is kept as it came. */
export function withoutKnownNulls(
  fields: Readonly<Record<string, unknown>>,
  known: z.core.$ZodShape,
): Readonly<Record<string, unknown>> {
  return filtered(
    fields,
    (name, value) => value !== undefined && !(value === null && Object.hasOwn(known, name)),
  );
}

function filtered(
  fields: Readonly<Record<string, unknown>>,
  keep: (name: string, value: unknown) => boolean,
): Readonly<Record<string, unknown>> {
  // Nearly requiredShape there is nothing to drop, and a copy of 100,000 bodies costs.
  if (Object.keys(fields).every(name => keep(name, fields[name]))) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => keep(name, value)));
}

function mapShape(
  shape: z.core.$ZodShape,
  map: (field: z.core.$ZodType) => z.core.$ZodType,
): z.core.$ZodShape {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, map(field)]));
}

function isJson(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      if (value === null) return true;
      if (depth === 0) return false;
      if (Array.isArray(value)) return value.every(item => isJson(item, depth - 1));
      return isPlain(value) && Object.values(value).every(item => isJson(item, depth - 1));
    default:
      return false;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
