import { ifMatch, inPath, key, named, universeId } from './openapi-parameters.js';
import {
  answer,
  content,
  type FailureStatus,
  failed,
  type Json,
  list,
  object,
  parameter,
  ref,
  revision,
  strict,
  text,
} from './openapi-schemas.js';

/** A text that clients show, and beside it what `Failure` has. */
export const constructorFailure: Json = object({ error: text, kind: text, hint: text, detail: {} }, [
  'error',
  'kind',
]);

/** The interface for clients of the solar-system-constructor project. */
export function constructorPaths(): Json {
  const created = strict({ id: universeId, name: named, state: ref('Snapshot') }, ['name']);
  const put = { ...strict({ name: named, state: ref('Snapshot') }, []), minProperties: 1 };
  const done = object({ nextState: ref('State'), events: list(ref('Event')), revision }, [
    'events',
    'revision',
  ]);
  return {
    '/constructor/health': {
      get: {
        summary: 'The same as /health',
        responses: {
          200: answer('It is well.', { type: 'object' }),
          503: answer('It is not.', { type: 'object' }),
          ...refused(),
        },
      },
    },
    '/constructor/universes': {
      get: {
        summary: 'The newest 1,000 universes as an array, the newest first, without their states',
        responses: { 200: answer('The newest.', list(ref('Head'))), ...refused(503) },
      },
      post: {
        summary: 'Make a universe, in the units "scene" unless its state says otherwise',
        parameters: [key],
        requestBody: { required: true, ...content(created) },
        responses: { 201: answer('It is made.', ref('Universe')), ...refused(409, 413, 415, 422, 503) },
      },
    },
    '/constructor/universes/{id}': {
      parameters: [inPath],
      get: {
        summary: 'The same as GET /universes/{id}',
        responses: {
          200: answer('The universe.', ref('Universe')),
          304: { description: 'The copy is right.' },
          ...refused(404, 503),
        },
      },
      put: {
        summary: 'The same as PUT /universes/{id}',
        parameters: [key, ifMatch],
        requestBody: { required: true, ...content(put) },
        responses: {
          200: answer('As it is now.', ref('Universe')),
          ...refused(404, 409, 413, 415, 422, 503),
        },
      },
      delete: {
        summary: 'The same as DELETE /universes/{id}',
        parameters: [ifMatch],
        responses: { 204: { description: 'It is gone.' }, ...refused(404, 409, 413, 415, 503) },
      },
    },
    '/constructor/universes/{id}/commands': {
      parameters: [inPath],
      post: {
        summary: 'Send a command; a member that is added to its group again is the event childAlreadyInGroup',
        parameters: [key, ifMatch],
        requestBody: { required: true, ...content(ref('Command')) },
        responses: { 200: answer('Done, and stored.', done), ...refused(404, 409, 413, 415, 422, 503) },
      },
    },
    '/constructor/universes/{id}/events': {
      parameters: [inPath],
      get: {
        summary: 'Follow what happens in commands that have its effect, those of an undo behind its marker',
        parameters: [parameter('header', 'Last-Event-ID', text, 'Goes on behind this revision.')],
        responses: { 200: answer('A stream.', text, 'text/event-stream'), ...refused(404, 503) },
      },
    },
  };
}

function refused(...statuses: readonly FailureStatus[]): Json {
  const schema = ref('ConstructorFailure');
  return Object.fromEntries(
    Object.entries(failed(...statuses)).map(([status, { description }]) => [
      status,
      answer(description, schema),
    ]),
  );
}
