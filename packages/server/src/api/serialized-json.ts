/**
 * JSON that is written already, in place of the value it stands for. A handler that writes a large part of its answer in steps
 * gives it as this: as `structured` of a tool's answer, as the text of a block, as the body of a resource.
 *
 *     new ToolAnswer([text(new SerializedJson('"{\\"a\\":1}"'))], { structured: new SerializedJson('{"a":1}') })
 */
export class SerializedJson {
  constructor(readonly text: string) {}

  /** For all that encodes it without knowing of it. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

const results = new WeakSet<object>();

/** Notes that a result has written parts, so that they are not parsed to be written again. */
export function hasSerialized<Result extends object>(result: Result): Result {
  results.add(result);
  return result;
}

export function isSerialized(result: unknown): result is object {
  return typeof result === 'object' && result !== null && results.has(result);
}

/** The JSON of a result. The same as `JSON.stringify` gives. */
export function writeResult(result: object): string {
  return isSerialized(result) ? write(result) : JSON.stringify(result);
}

/** The same result with other members, which has the same written parts. */
export function likewise<Result extends object>(result: object, changed: Result): Result {
  return isSerialized(result) ? hasSerialized(changed) : changed;
}

function write(value: unknown): string {
  if (value instanceof SerializedJson) return value.text;
  if (Array.isArray(value))
    return `[${value.map(item => (item === undefined ? 'null' : write(item))).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(',')}}`;
}
