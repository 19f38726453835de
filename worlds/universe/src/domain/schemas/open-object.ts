import { z } from 'zod';

/** Below the depth limit of the JSON parser for a state inside a message. */
const MAX_EXTRA_DEPTH = 32;

/** Plain JSON, which a journal returns unchanged. */
const extraSchema = z.unknown().refine(value => value === undefined || isJson(value, MAX_EXTRA_DEPTH), {
  error: `must be plain JSON with finite numbers, at most ${MAX_EXTRA_DEPTH} levels deep`,
});

/** Data of the renderer. */
export const dataSchema = z.object({}).catchall(extraSchema);

/** An object that may have unknown fields: a stored entity, from a time when they were kept. */
export function openObject<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.object(shape).catchall(extraSchema);
}

type Absent<Shape extends z.core.$ZodShape> = {
  [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>>;
};
type Optional<Shape extends z.core.$ZodShape> = { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> };

export function optionalFields<Shape extends z.core.$ZodShape>(shape: Shape): Optional<Shape> {
  return mapShape(shape, field => z.optional(field)) as unknown as Optional<Shape>;
}

/** Optional fields in which null means absent, or in a patch: remove the field. */
export function nullishFields<Shape extends z.core.$ZodShape>(shape: Shape): Absent<Shape> {
  return mapShape(shape, field => z.optional(z.nullable(field))) as unknown as Absent<Shape>;
}

export function withoutNullish(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return filtered(fields, (_, value) => value !== undefined && value !== null);
}

/** Removes undefined, and null in known fields. Null in an unknown field is kept. */
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
  // Avoids the copy in the usual case: a state may have 100,000 bodies.
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
