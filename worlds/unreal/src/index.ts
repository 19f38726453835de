export type * from './source/operations.js';
export { UnrealError, type UnrealErrorKind } from './source/unreal-error.js';
export type * from './source/unreal-source.js';
