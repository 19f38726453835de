export { type ByteSource, MemoryBytes } from './byte-source.js';
export { type DataTable, type DataTableRow, readDataTable } from './data-table.js';
export { FileBytes } from './file-bytes.js';
export { DEFAULT_LIMITS } from './limits.js';
export { openPackage } from './opened-package.js';
export type * from './package.js';
export { PackageError, type PackageErrorKind } from './package-error.js';
export { readStringTable, type StringTable, type StringTableEntry } from './string-table.js';
export { readTexture, type Texture, type TexturePicture } from './texture/texture.js';
