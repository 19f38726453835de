// Makes an MCPB bundle of an installation of the packed packages, by adding the manifest.
// https://github.com/modelcontextprotocol/mcpb
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { npx } from './npm.mjs';
import { MCPB_MANIFEST } from './versions.mjs';
import { readJson } from './workspaces.mjs';

/** Not a dependency: it brings 55 packages, and only a release needs them. */
export const MCPB = '@anthropic-ai/mcpb@2.1.2';

/** The plugin for Claude Code shows the same one. */
const ICON = 'packaging/claude-code/.claude-plugin/icon.png';

/** Left out of the bundle: notes of npm with paths of this machine, and the sources of three.js, which has a build beside them. */
const IGNORED = [
  '/package.json',
  'node_modules/.package-lock.json',
  'node_modules/three/examples',
  'node_modules/three/src',
];

/** Validates the manifest in a folder with an installation, and packs that folder into a file. */
export async function makeBundle(root, folder, file) {
  const manifest = bundleManifest(readJson(join(root, MCPB_MANIFEST)));
  const path = join(folder, 'manifest.json');
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`);
  await copyFile(join(root, ICON), join(folder, manifest.icon));
  await writeFile(join(folder, '.mcpbignore'), `${IGNORED.join('\n')}\n`);
  await npx(MCPB, ['validate', path], folder);
  await mkdir(dirname(file), { recursive: true });
  await npx(MCPB, ['pack', folder, file], folder);
}

/** The name of the bundle for this platform. */
export function bundleName(version) {
  return `worldwire-${version}-${process.platform}-${process.arch}.mcpb`;
}

/** The installation has native code of this platform, and of no other. */
function bundleManifest(manifest) {
  return { ...manifest, compatibility: { ...manifest.compatibility, platforms: [process.platform] } };
}
