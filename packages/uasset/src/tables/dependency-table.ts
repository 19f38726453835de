import type { ByteCursor } from '../bytes/byte-cursor.js';
import type { ObjectIndex } from '../format/package.js';

export function readDependencies(cursor: ByteCursor, exports: number): ObjectIndex[][] {
  cursor.checkCount(exports, 4);
  return Array.from({ length: exports }, () => Array.from({ length: cursor.count(4) }, () => cursor.i32()));
}
