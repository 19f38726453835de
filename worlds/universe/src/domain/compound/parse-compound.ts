import type { z } from 'zod';
import { invalidCommand } from '../commands/command-definition.js';
import { problemsIn } from '../schemas/schema-problems.js';
import { COMPOUND_FORMS, type Compound, type CompoundType, isCompoundType } from './compound-forms.js';

/** Throws a refusal with an example if the form is invalid. */
export function parseCompound<Type extends CompoundType>(type: Type, value: unknown): Compound<Type> {
  const form = COMPOUND_FORMS[type];
  const parsed = form.schema.safeParse(value);
  if (parsed.success) return parsed.data as Compound<Type>;
  throw invalidForm(type, problemsIn(parsed.error));
}

/** A form without optional fields that are null. Commands are returned as they are: in a patch, null removes a field. */
export function withoutAbsentFields(command: unknown): unknown {
  const { type } = command as { readonly type: string };
  if (!isCompoundType(type)) return command;
  const { shape } = COMPOUND_FORMS[type].schema as { readonly shape: Readonly<Record<string, z.ZodType>> };
  const isAbsent = (name: string, value: unknown) => value === null && shape[name]?.isOptional() === true;
  const fields = Object.entries(command as object);
  if (!fields.some(([name, value]) => isAbsent(name, value))) return command;
  return Object.fromEntries(fields.filter(([name, value]) => !isAbsent(name, value)));
}

export function invalidForm(type: CompoundType, problems: readonly string[]) {
  const { schema, example } = COMPOUND_FORMS[type];
  return invalidCommand({ name: type, schema, example }, problems);
}
