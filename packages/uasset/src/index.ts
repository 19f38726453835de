export { type ByteSource, MemoryBytes } from './byte-source.js';
export type * from './package.js';
export { PackageError, type PackageErrorKind } from './package-error.js';
