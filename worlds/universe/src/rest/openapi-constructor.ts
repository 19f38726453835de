import { inPath } from './openapi-parameters.js';
import { answer, content, failed, type Json, object, parameter, ref, text } from './openapi-schemas.js';

/** `error` is a text that clients show; the other fields are those of `Failure`. */
export const constructorFailure: Json = object({ error: text, kind: text, hint: text, detail: {} }, [
  'error',
  'kind',
]);

interface Operation extends Json {
  readonly responses: Readonly<Record<string, Json & { readonly description: string }>>;
}

/** The interface for clients of the solar-system-constructor project, derived from the plain one. */
export function constructorPaths(plain: Json): Json {
  const same = (method: string, path: string, changes: Json = {}): Json => {
    const operation = (plain[path] as Readonly<Record<string, Operation>>)[method] as Operation;
    const summary = `Like ${method.toUpperCase()} ${path}`;
    return { [method]: withTextFailures({ ...operation, summary, ...changes }) };
  };
  return {
    '/constructor/health': same('get', '/health'),
    '/constructor/universes': {
      ...same('get', '/universes'),
      ...same('post', '/universes', {
        summary: 'Create a universe, with units "scene" unless its state has others',
      }),
    },
    '/constructor/universes/{id}': {
      parameters: [inPath],
      ...same('get', '/universes/{id}'),
      ...same('put', '/universes/{id}'),
      ...same('delete', '/universes/{id}'),
    },
    '/constructor/universes/{id}/commands': {
      parameters: [inPath],
      ...same('post', '/universes/{id}/commands'),
    },
    '/constructor/universes/{id}/events': {
      parameters: [inPath],
      get: withTextFailures({
        summary: 'Stream commands with the effect of each change; an undo is a marker and such commands',
        parameters: [parameter('header', 'Last-Event-ID', text, 'Continue after this revision.')],
        responses: { 200: answer('A stream.', text, 'text/event-stream'), ...failed(404, 503) },
      }),
    },
  };
}

function withTextFailures(operation: Operation): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const isFailure = JSON.stringify(response.content) === JSON.stringify(content(ref('Failure')).content);
    return [status, isFailure ? answer(response.description, ref('ConstructorFailure')) : response] as const;
  });
  return { ...operation, responses: Object.fromEntries(responses) };
}
