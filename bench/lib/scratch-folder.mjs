/** A temporary folder that is removed however the bench ends. */
import { fdatasyncSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './markdown.mjs';

/** `f_type` of tmpfs (linux/magic.h). */
const TMPFS = 0x01021994;
const SYNCS = 50;
const BYTES = 4_096;

export function scratchFolder() {
  const path = mkdtempSync(join(tmpdir(), 'worldwire-bench-'));
  const remove = () => {
    process.off('exit', remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.on('exit', remove);
  return { path, remove };
}

/** The time of a durable write: no server can commit more often, but it can commit several writes at once. */
export function disk(path) {
  const file = openSync(join(path, 'sync'), 'w');
  const times = Array.from({ length: SYNCS }, () => {
    const startedAt = performance.now();
    writeSync(file, Buffer.alloc(BYTES, 1));
    fdatasyncSync(file);
    return performance.now() - startedAt;
  });
  return { inMemory: statfsSync(path).type === TMPFS, syncMs: median(times) };
}
