import { signal } from '@preact/signals';

/** Answers of the server that are errors have this shape on every path. */
export class RequestFailed extends Error {
  constructor(
    readonly status: number,
    readonly kind: string,
    message: string,
    readonly hint: string | undefined,
    /** From Retry-After. */
    readonly retryMs: number | undefined,
    /** The whole body, if it was a JSON object. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** How many answers said that the page is not signed in. */
export const unauthorized = signal(0);

/** The second half of the browser's session: cookies are shared by all ports of a host, this is not. */
const KEY = 'worldwire.key';

export function sessionKey(): string | null {
  return localStorage.getItem(KEY);
}

export function keepSessionKey(key: string | undefined): void {
  if (key === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, key);
}

/** The address of a path of the server, below the folder of this page. */
export function addressOf(path: string): string {
  return new URL(path, new URL('./', location.href.split(/[?#]/, 1)[0])).href;
}

/** Sends a request with the session's key. Throws `RequestFailed` for every status of 400 and above. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const key = sessionKey();
  if (key !== null) headers.set('x-worldwire-key', key);
  let response: Response;
  try {
    response = await fetch(addressOf(path), { ...init, headers, credentials: 'same-origin' });
  } catch (thrown) {
    if (init.signal?.aborted) throw thrown;
    throw new RequestFailed(
      0,
      'Unreachable',
      'The server does not answer.',
      'Start it again: npx worldwire serve',
      undefined,
    );
  }
  if (response.status < 400) return response;
  if (response.status === 401) unauthorized.value++;
  throw await failureOf(response);
}

export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await request(path, signal === undefined ? {} : { signal });
  return (await response.json()) as T;
}

export async function sendJson<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T | undefined> {
  const response = await request(path, {
    method,
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return text === '' ? undefined : (JSON.parse(text) as T);
}

async function failureOf(response: Response): Promise<RequestFailed> {
  const retry = Number(response.headers.get('retry-after'));
  const text = await response.text().catch(() => '');
  let body: { error?: { kind?: string; message?: string; hint?: string } } = {};
  try {
    body = (JSON.parse(text) as typeof body | null) ?? {};
  } catch {
    // Not of this server: a proxy, perhaps. The status says what is known.
  }
  const { error = {} } = body;
  return new RequestFailed(
    response.status,
    error.kind ?? 'Failed',
    error.message ?? `The server answered ${response.status}.`,
    error.hint,
    retry > 0 ? retry * 1_000 : undefined,
    body,
  );
}
