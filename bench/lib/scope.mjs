/** What a measure starts and creates is stopped and removed, however the bench ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `work` gets a temporary folder, and `keep`, which takes whatever has a `stop` method. */
export async function inScope(work) {
  const folder = mkdtempSync(join(tmpdir(), 'worldwire-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  const kept = [];
  const keep = resource => {
    kept.push(resource);
    return resource;
  };
  try {
    return await work({ folder, keep });
  } finally {
    for (const resource of kept.toReversed()) await resource.stop();
    process.off('exit', remove);
    remove();
  }
}
