export { KeptOutcomes } from './calls/kept-outcomes.js';
export type { CallOptions, Engine, EngineEvent, EngineState, EngineStatus } from './port/engine.js';
export { EngineError, type EngineErrorKind } from './port/engine-error.js';
export type * from './port/operations.js';
export type { Value, Vector3 } from './port/value.js';
