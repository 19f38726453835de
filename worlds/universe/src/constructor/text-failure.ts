import type { WebAnswer } from '@worldwire/server';

/** What a failure says elsewhere: `error` is an object. */
interface Failure {
  readonly error: { readonly kind: string; readonly message: string; readonly hint?: string };
}

/** A failure with a text as `error`, which its clients show to people, and the rest beside it. */
export function textFailure(answer: WebAnswer): WebAnswer {
  const body = typeof answer.body === 'string' ? JSON.parse(answer.body) : {};
  if (!('error' in body)) return answer;
  const { message, ...rest } = (body as Failure).error;
  const text = rest.hint === undefined ? message : `${message} ${rest.hint}`;
  return { ...answer, body: JSON.stringify({ error: text, ...rest }) };
}
