export type { CallOptions, Engine, EngineEvent, EngineState, EngineStatus } from './engine.js';
export { EngineError, type EngineErrorKind } from './engine-error.js';
export { KeptOutcomes } from './kept-outcomes.js';
export type * from './operations.js';
export type { Value, Vector3 } from './value.js';
