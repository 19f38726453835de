import { basename } from 'node:path';
import { isObject, type JsonObject, parseJson } from '@worldwire/protocol';
import { UnrealError } from '../port/unreal-error.js';
import { readText } from './inside-folder.js';

/** Bytes of a .uproject or .uplugin file, which is parsed at once. */
const MAX_DESCRIPTOR_BYTES = 512 * 1024;

/** The error for a file that the system does not let us read; undefined where `thrown` is another error. */
export function unreadable(name: string, thrown: unknown): UnrealError | undefined {
  const { code, syscall } = Object(thrown) as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return undefined;
  return new UnrealError('failed', `${name} cannot be read (${code}).`);
}

/** The JSON object in a .uproject or .uplugin file. */
export async function readDescriptor(file: string): Promise<JsonObject> {
  const parsed = parseJson(await readText(file, MAX_DESCRIPTOR_BYTES));
  if (parsed.ok && isObject(parsed.value)) return parsed.value;
  const name = basename(file);
  const reason = parsed.ok ? 'It is not a JSON object.' : parsed.reason;
  throw new UnrealError('failed', `${name} cannot be read. ${reason}`, `Repair ${name}.`);
}
