import type { ByteCursor } from '../bytes/byte-cursor.js';
import { STEP_ENTRIES, type Steps } from '../format/steps.js';
import { type Layout, UE4 } from '../format/versions.js';

/** The limit of the engine. Without it a small file could produce huge paths. */
const MAX_NAME = 1024;

export function* readNames(cursor: ByteCursor, announced: number, layout: Layout): Steps<string[]> {
  const hashes = layout.ue4 >= UE4.NAME_HASHES ? 4 : 0;
  const count = cursor.checkCount(announced, 4 + hashes);
  const names = new Array<string>(count);
  for (let i = 0; i < count; i++) {
    const name = cursor.text();
    if (name.length > MAX_NAME) throw cursor.malformed(`A name has ${name.length} characters.`);
    names[i] = name;
    cursor.skip(hashes);
    if (i % STEP_ENTRIES === STEP_ENTRIES - 1) yield;
  }
  return names;
}
