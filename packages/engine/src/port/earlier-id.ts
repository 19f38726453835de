import { EngineError } from './engine-error.js';

/** The error for the id of an object of an earlier process of an engine. No process gets the ids of another. */
export function earlierId(id: string, firstNumber: number): EngineError {
  return new EngineError(
    'not-found',
    `${id} is an id of an earlier process: the engine was restarted, and its ids begin at obj:${firstNumber} now`,
    'search for the object by its name or path to get its new id',
  );
}
