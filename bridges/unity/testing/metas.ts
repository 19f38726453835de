import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRIDGE } from './compile.js';

const PACKAGE = join(BRIDGE, 'package');
const IMPORTERS: Readonly<Record<string, string>> = {
  cs: 'MonoImporter:\n  externalObjects: {}\n  serializedVersion: 2\n  defaultReferences: []\n  executionOrder: 0\n  icon: {instanceID: 0}\n',
  asmdef: 'AssemblyDefinitionImporter:\n  externalObjects: {}\n',
  json: 'PackageManifestImporter:\n  externalObjects: {}\n',
  md: 'TextScriptImporter:\n  externalObjects: {}\n',
  xml: 'TextScriptImporter:\n  externalObjects: {}\n',
};
const END = '  userData: \n  assetBundleName: \n  assetBundleVariant: \n';

/** Unity ignores a file of a package that has no .meta file. Each has its text by its path, so that its GUID never changes. */
export function metas(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const look = (folder: string) => {
    for (const entry of readdirSync(join(PACKAGE, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.endsWith('.meta') || entry.name.endsWith('~')) continue;
      found.set(`${path}.meta`, metaOf(path, entry.isDirectory()));
      if (entry.isDirectory()) look(path);
    }
  };
  look('');
  return found;
}

function metaOf(path: string, isFolder: boolean): string {
  const guid = createHash('md5').update(`com.worldwire.bridge/${path}`).digest('hex');
  const importer = IMPORTERS[path.slice(path.lastIndexOf('.') + 1)];
  const body = isFolder || importer === undefined ? 'DefaultImporter:\n  externalObjects: {}\n' : importer;
  return `fileFormatVersion: 2\nguid: ${guid}\n${isFolder ? 'folderAsset: yes\n' : ''}${body}${END}`;
}

/** The .meta files that are missing, wrong or without their file. With `write` they are written. */
export function wrongMetas(write = false): readonly string[] {
  const wrong: string[] = [];
  for (const [path, text] of metas()) {
    const file = join(PACKAGE, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    wrong.push(path);
    if (write) writeFileSync(file, text);
  }
  return wrong;
}
