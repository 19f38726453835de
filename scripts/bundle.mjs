// Makes the MCPB bundle of this platform: node scripts/bundle.mjs [folder]. The default folder is dist.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleName, makeBundle } from './packaging/bundle.mjs';
import { install, pack } from './packaging/tarballs.mjs';
import { MCPB_MANIFEST } from './packaging/versions.mjs';
import { readJson } from './packaging/workspaces.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { version } = readJson(join(ROOT, MCPB_MANIFEST));
const file = resolve(process.argv[2] ?? join(ROOT, 'dist'), bundleName(version));
const work = await mkdtemp(join(tmpdir(), 'worldwire-bundle-'));
try {
  const folder = join(work, 'bundle');
  await install(folder, await pack(ROOT, join(work, 'tarballs')));
  await makeBundle(ROOT, folder, file);
  process.stdout.write(`${file}\n`);
} finally {
  await rm(work, { recursive: true, force: true });
}
