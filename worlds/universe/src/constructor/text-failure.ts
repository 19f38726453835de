import type { WebAnswer } from '@worldwire/server';

/** A failure of the plain interface. */
interface Failure {
  readonly error: { readonly kind: string; readonly message: string; readonly hint?: string };
}

/** Makes `error` a text, which these clients show, and moves its other fields beside it. */
export function textFailure(answer: WebAnswer): WebAnswer {
  const body = typeof answer.body === 'string' ? JSON.parse(answer.body) : {};
  if (!('error' in body)) return answer;
  const { message, ...rest } = (body as Failure).error;
  const text = rest.hint === undefined ? message : `${message} ${rest.hint}`;
  return { ...answer, body: JSON.stringify({ error: text, ...rest }) };
}
