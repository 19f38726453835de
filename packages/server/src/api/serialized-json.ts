/**
 * JSON text in place of the value it represents, for handlers that serialize a large answer in steps: the `structured` of a
 * tool answer, the text of a block, or the body of a resource.
 *
 *     new ToolAnswer([text(new SerializedJson('"{\\"a\\":1}"'))], { structured: new SerializedJson('{"a":1}') })
 */
export class SerializedJson {
  constructor(readonly text: string) {}

  /** For code that passes it to JSON.stringify. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** Not a WeakSet: its tables keep results in memory until a full collection. Neither JSON nor `Object.keys` shows a symbol. */
const SERIALIZED = Symbol('serialized');

/** Marks a result that contains serialized parts, so that they are not parsed and serialized again. */
export function hasSerialized<Result extends object>(result: Result): Result {
  return Object.assign(result, { [SERIALIZED]: true });
}

export function isSerialized(result: unknown): result is object {
  return typeof result === 'object' && result !== null && SERIALIZED in result;
}

/** The same text as `JSON.stringify(result)`. */
export function writeResult(result: object): string {
  return isSerialized(result) ? write(result) : JSON.stringify(result);
}

/** Copies the mark of a result to another object with the same serialized parts. */
export function likewise<Result extends object>(result: object, changed: Result): Result {
  return isSerialized(result) ? hasSerialized(changed) : changed;
}

function write(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (value instanceof SerializedJson) return value.text;
  if (!hasParts(value)) return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map(item => (item === undefined ? 'null' : write(item))).join(',')}]`;
  // Concatenated, because small results are written this way too, and lists of their members cost more than the text.
  let text = '';
  for (const name of Object.keys(value)) {
    const member: unknown = (value as Record<string, unknown>)[name];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${write(member)}`;
  }
  return `{${text}}`;
}

/** Whether a part of the value is serialized. */
function hasParts(value: object): boolean {
  for (const name in value) {
    const member: unknown = (value as Record<string, unknown>)[name];
    if (typeof member !== 'object' || member === null) continue;
    if (member instanceof SerializedJson || hasParts(member)) return true;
  }
  return false;
}
