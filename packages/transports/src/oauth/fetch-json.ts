import { isLoopback } from '../auth/loopback.js';

export const FETCH_TIMEOUT_MS = 5_000;
export const MAX_DOCUMENT_BYTES = 256 * 1_024;
/** Minutes pass until the next fetch: a kept connection would be closed by then. */
const HEADERS = { accept: 'application/json', connection: 'close' };

/** A document of an issuer that cannot be used, with the reason for the operator. */
export class DocumentError extends Error {
  constructor(
    message: string,
    /** The HTTP status, where the server answered. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Whether documents may be fetched from there: https, or http from this machine. */
export function isFetchable(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** Fetches a JSON object, with limits on time and bytes, and without redirects; `form` is sent. Throws a `DocumentError`. */
export async function fetchJson(
  url: string,
  timeoutMs = FETCH_TIMEOUT_MS,
  form?: URLSearchParams,
): Promise<Readonly<Record<string, unknown>>> {
  if (!isFetchable(url)) {
    throw new DocumentError(`${url} is not fetched: it must be https, or http on a loopback address`);
  }
  const bytes = await fetchBytes(url, AbortSignal.timeout(timeoutMs), timeoutMs, form);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new DocumentError(`${url} is not JSON`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DocumentError(`${url} is not a JSON object`);
  }
  return value as Readonly<Record<string, unknown>>;
}

async function fetchBytes(
  url: string,
  signal: AbortSignal,
  timeoutMs: number,
  form: URLSearchParams | undefined,
): Promise<Buffer> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal,
      headers: HEADERS,
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      const redirects = response.status >= 300 && response.status < 400;
      const what = redirects ? 'redirects, which is not followed' : 'is not available';
      throw new DocumentError(`${url} ${what} (HTTP ${response.status})`, response.status);
    }
    return await readBody(url, response);
  } catch (thrown) {
    if (thrown instanceof DocumentError) throw thrown;
    if (signal.aborted) throw new DocumentError(`${url} did not answer within ${timeoutMs} ms`);
    throw new DocumentError(`${url} cannot be reached: ${causeOf(thrown)}`);
  }
}

/** Counts while reading: a Content-Length may be missing or wrong. */
async function readBody(url: string, response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    // Leaving the loop cancels the body.
    if (size > MAX_DOCUMENT_BYTES) {
      throw new DocumentError(`${url} is larger than ${MAX_DOCUMENT_BYTES} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function causeOf(thrown: unknown): string {
  const { cause } = thrown as { readonly cause?: { readonly code?: string; readonly message?: string } };
  return cause?.code ?? cause?.message ?? String((thrown as Error).message);
}
