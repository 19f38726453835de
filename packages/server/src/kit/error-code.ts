/** The code of an error of Node, such as "ENOENT", or undefined. */
export function errorCode(thrown: unknown): string | undefined {
  const code = (thrown as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Whether a file, or a folder on the way to it, does not exist. */
export function isMissing(thrown: unknown): boolean {
  const code = errorCode(thrown);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * The outcome of `work`, or undefined where a file does not exist.
 *
 *     const stats = await unlessMissing(stat(path));
 */
export async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}
