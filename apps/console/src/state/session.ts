import { effect, signal } from '@preact/signals';
import { getJson, keepSessionKey, RequestFailed, sendJson, unauthorized } from '../api/http.js';

/** Who uses this page. */
export type BrowserSession =
  | { readonly state: 'unknown' }
  /** `reason`: why the page is signed out, if it was signed in or tried to be. */
  | {
      readonly state: 'signed-out';
      /** Whether the server has a page of an authorization server to sign in at. */
      readonly oauth: boolean;
      /** Whether the server accepts tokens. */
      readonly tokens: boolean;
      /** What a person types at the machine of the server for a link. */
      readonly command: string;
      readonly reason?: string;
      readonly hint?: string;
    }
  | {
      readonly state: 'signed-in';
      readonly principal: string;
      readonly rights: readonly string[];
      readonly version: string;
    };

interface SessionAnswer {
  readonly principal: string;
  readonly rights: readonly string[];
  readonly version?: string;
  readonly key?: string;
}

export const session = signal<BrowserSession>({ state: 'unknown' });
/** Why the server could not say who uses this page. The page tries again. */
export const sessionFailure = signal<RequestFailed | undefined>(undefined);

const ENDED = 'The session ended: the server was restarted, or the session was closed.';

let ways = { oauth: false, tokens: true, command: 'npx worldwire console' };

effect(() => {
  if (unauthorized.value > 0 && session.peek().state === 'signed-in') void endedSession(ENDED);
});

/** A page that was signed in all along does not know the ways to sign in: the server says them. */
async function endedSession(reason: string | undefined): Promise<void> {
  session.value = { state: 'unknown' };
  const failure = await getJson('session').then(() => undefined, asFailure);
  if (failure !== undefined) learnWays(failure);
  session.value = { state: 'signed-out', ...ways, ...(reason !== undefined && { reason }) };
}

/** Whether the session has a right, in a world or in all. */
export function can(right: string, world?: string): boolean {
  const { value } = session;
  if (value.state !== 'signed-in') return false;
  return value.rights.some(
    held =>
      held === right ||
      held.startsWith(`${right}:`) ||
      (world !== undefined && (held === `${world}:${right}` || held.startsWith(`${world}:${right}:`))),
  );
}

/** Whether the session may change a world. */
export function mayWrite(world: string): boolean {
  return can('write', world) || can('eval', world);
}

/** The worlds whose audit the session may read. Undefined: all, and what is not of a world. */
export function operatedWorlds(): readonly string[] | undefined {
  if (can('operate')) return undefined;
  const { value } = session;
  if (value.state !== 'signed-in') return [];
  return [...new Set(value.rights.flatMap(held => /^([^:]+):operate(?::|$)/.exec(held)?.[1] ?? []))];
}

/** Asks the server who uses this page. With a code of a one-time link it signs in first. */
export async function startSession(code: string | undefined): Promise<void> {
  if (code !== undefined && (await signIn({ code }))) return;
  if (session.peek().state === 'signed-out') return;
  try {
    accept(await getJson<SessionAnswer>('session'));
  } catch (thrown) {
    const failure = asFailure(thrown);
    if (failure.status === 401 || failure.status === 403) signedOut(failure, false);
    else sessionFailure.value = failure;
  }
}

/** Signs in with the code of a one-time link, or with a token. */
export async function signIn(credential: { code: string } | { token: string }): Promise<boolean> {
  try {
    accept((await sendJson<SessionAnswer>('POST', 'session', credential))!);
    return true;
  } catch (thrown) {
    const failure = asFailure(thrown);
    // A link that was used already, in a browser that is signed in.
    const known = 'code' in credential && (await getJson<SessionAnswer>('session').catch(() => undefined));
    if (known) {
      accept(known);
      return true;
    }
    signedOut(failure, true);
    return false;
  }
}

export async function signOut(): Promise<void> {
  await sendJson('DELETE', 'session');
  keepSessionKey(undefined);
  await endedSession(undefined);
}

function accept({ principal, rights, version = '', key }: SessionAnswer): void {
  if (key !== undefined) keepSessionKey(key);
  sessionFailure.value = undefined;
  session.value = { state: 'signed-in', principal, rights, version };
}

function learnWays({ details }: RequestFailed): void {
  if (details.tokens !== undefined || details.oauth !== undefined)
    ways = {
      oauth: details.oauth === true,
      tokens: details.tokens !== false,
      command: typeof details.command === 'string' ? details.command : ways.command,
    };
}

function signedOut(failure: RequestFailed, tried: boolean): void {
  const { message, hint } = failure;
  learnWays(failure);
  session.value = {
    state: 'signed-out',
    ...ways,
    ...(tried && { reason: message, ...(hint !== undefined && { hint }) }),
  };
}

function asFailure(thrown: unknown): RequestFailed {
  if (thrown instanceof RequestFailed) return thrown;
  return new RequestFailed(0, 'Failed', String(thrown), undefined, undefined);
}
