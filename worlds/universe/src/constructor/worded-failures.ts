import { failureAnswer, type WebAnswer, WebFeed, type WebRoute, WorldError } from '@worldwire/server';

/** What a failure says elsewhere: `error` is an object. */
interface Failure {
  readonly error: { readonly kind: string; readonly message: string; readonly hint?: string };
}

/** A route whose failures have a text as `error`, which its clients show to people, and the rest beside it. */
export function wordedFailures(answer: WebRoute['answer']): WebRoute['answer'] {
  return async request => {
    let given: WebAnswer | WebFeed;
    try {
      given = await answer(request);
    } catch (thrown) {
      if (!(thrown instanceof WorldError)) throw thrown;
      given = failureAnswer(thrown);
    }
    return given instanceof WebFeed || given.status < 400 ? given : worded(given);
  };
}

function worded(answer: WebAnswer): WebAnswer {
  const body = typeof answer.body === 'string' ? JSON.parse(answer.body) : {};
  if (!('error' in body)) return answer;
  const { message, ...rest } = (body as Failure).error;
  const text = rest.hint === undefined ? message : `${message} ${rest.hint}`;
  return { ...answer, body: JSON.stringify({ error: text, ...rest }) };
}
