import { EngineError } from '../port/engine-error.js';
import type { ObjectFilter, OperationName } from '../port/operations.js';
import { isWrite } from '../port/writes.js';
import type { LinkHello } from './link-hello.js';

const FILTERS = ['active', 'visible', 'moving', 'near'] as const;

/**
 * The parameters that a bridge of any age understands. A bridge ignores parameters that it does not know: it would do a dry run, list all
 * objects instead of those that match, and draw the whole scene. Such a call is refused. Fields of objects need no check, because an older bridge leaves them out.
 */
export function paramsFor(
  { name: engine, capabilities }: LinkHello,
  name: OperationName,
  params: unknown,
): unknown {
  const given = (params ?? {}) as Readonly<Record<string, unknown>>;
  if (isWrite(name) && given.dryRun && !capabilities.has('dryRun')) {
    throw notSupported(engine, `dry runs of ${name}`, 'read the values instead');
  }
  if (name === 'view.capture' && given.focus !== undefined && !capabilities.has('view.focus')) {
    throw notSupported(engine, 'focus of view.capture', 'leave focus out');
  }
  if (name === 'view.capture' && given.camera !== undefined && !capabilities.has('view.camera')) {
    throw notSupported(engine, 'camera of view.capture', 'leave camera out');
  }
  if (name !== 'object.list' || capabilities.has('object.filters')) return params;
  const { active, ...rest } = given as ObjectFilter;
  const known = active === true ? { ...rest, activeOnly: true } : given;
  const unknown = FILTERS.filter(filter => (known as ObjectFilter)[filter] !== undefined);
  if (unknown.length === 0) return known;
  throw notSupported(
    engine,
    `the filters ${unknown.join(', ')} of object.list`,
    'filter by name, path or type',
  );
}

function notSupported(engine: string, what: string, instead: string): EngineError {
  return new EngineError(
    'unsupported',
    `the bridge of ${engine} does not support ${what}`,
    `${instead}, or update the bridge in the engine`,
  );
}
