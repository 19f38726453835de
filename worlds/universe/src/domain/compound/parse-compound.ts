import { invalidCommand } from '../commands/command-definition.js';
import { problemsIn } from '../schemas/schema-problems.js';
import { COMPOUND_FORMS, type Compound, type CompoundType } from './compound-forms.js';

/** Throws a refusal with an example if the form is invalid. */
export function parseCompound<Type extends CompoundType>(type: Type, value: unknown): Compound<Type> {
  const form = COMPOUND_FORMS[type];
  const parsed = form.schema.safeParse(value);
  if (parsed.success) return parsed.data as Compound<Type>;
  throw invalidForm(type, problemsIn(parsed.error));
}

export function invalidForm(type: CompoundType, problems: readonly string[]) {
  const { schema, example } = COMPOUND_FORMS[type];
  return invalidCommand({ name: type, schema, example }, problems);
}
