/** The part of JSON Schema that forms read. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Arguments that mean the same in every tool. */
export const COMMON_ARGUMENTS = ['operationKey', 'ifRevision', 'dryRun', 'expectDigest', 'maxBytes'] as const;

export type FieldKind = 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'json';

export interface FormField {
  readonly name: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly description?: string;
  readonly choices?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The fields of a form for an object. What has no simple control is a field of JSON text. */
export function fieldsOf(schema: Schema): readonly FormField[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .map(([name, part]) => ({
      name,
      required: required.has(name),
      ...kindOf(part),
      ...(part.description !== undefined && { description: part.description }),
      ...(part.minimum !== undefined && Number.isFinite(part.minimum) && { minimum: part.minimum }),
      ...(part.maximum !== undefined && Number.isFinite(part.maximum) && { maximum: part.maximum }),
    }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

function kindOf(schema: Schema): Pick<FormField, 'kind' | 'choices'> {
  const choices = schema.enum ?? schema.anyOf?.map(part => part.const);
  if (choices?.length && choices.every(choice => typeof choice === 'string'))
    return { kind: 'choice', choices: choices as readonly string[] };
  switch (schema.type) {
    case 'string':
      return { kind: 'text' };
    case 'number':
    case 'integer':
    case 'boolean':
      return { kind: schema.type };
    default:
      return { kind: 'json' };
  }
}

/** The text of a value in its control. */
export function textOfValue(kind: FieldKind, value: unknown): string {
  if (value === undefined) return '';
  if (kind === 'json') return JSON.stringify(value, undefined, 2);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The value of the text of a control. Empty text of an optional field is no value. Throws what is wrong. */
export function valueOfText({ name, kind, required, minimum, maximum }: FormField, text: string): unknown {
  if (text === '' && (!required || kind !== 'text')) {
    if (required) throw new Error(`${name} is required.`);
    return undefined;
  }
  switch (kind) {
    case 'number':
    case 'integer': {
      const value = Number(text);
      if (text.trim() === '' || !Number.isFinite(value))
        throw new Error(`${name} is not a number: "${text}".`);
      if (kind === 'integer' && !Number.isInteger(value)) throw new Error(`${name} is not a whole number.`);
      if (minimum !== undefined && value < minimum) throw new Error(`${name} is less than ${minimum}.`);
      if (maximum !== undefined && value > maximum) throw new Error(`${name} is more than ${maximum}.`);
      return value;
    }
    case 'boolean':
      return text === 'true';
    case 'json':
      try {
        return JSON.parse(text) as unknown;
      } catch {
        throw new Error(`${name} is not JSON.`);
      }
    default:
      return text;
  }
}

/** The object of all texts, with the values of names that have no field. */
export function objectOfTexts(
  fields: readonly FormField[],
  texts: Readonly<Record<string, string>>,
  base: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const value: Record<string, unknown> = { ...base };
  for (const field of fields) {
    const part = valueOfText(field, texts[field.name] ?? '');
    if (part === undefined) delete value[field.name];
    else value[field.name] = part;
  }
  return value;
}

export function textsOfObject(
  fields: readonly FormField[],
  value: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, textOfValue(kind, value[name])]));
}
