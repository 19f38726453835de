// Builds the console into dist/page, with a compressed copy of each file beside it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

const PAGE = fileURLToPath(new URL('dist/page', import.meta.url));

await build({
  configFile: fileURLToPath(new URL('vite.config.mjs', import.meta.url)),
  logLevel: 'warn',
});
for (const entry of readdirSync(PAGE, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile())
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: constants.Z_BEST_COMPRESSION }));
}
