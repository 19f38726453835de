import { join } from 'node:path';
import { isObject, type JsonObject, type JsonValue } from '@worldwire/protocol';
import { type Log, legible } from '@worldwire/server';
import { entriesOf } from '../files/inside-folder.js';
import { readDescriptor } from '../files/unreadable.js';
import type { ProjectInfo } from '../port/operations.js';
import { linkedContent } from './index/linked-content.js';
import { type FoundPlugin, findMounts } from './index/mounts.js';
import type { ProjectFolder } from './project-folder.js';
import type { ProjectSettings } from './settings/project-settings.js';
import type { IniTags, projectTags } from './tags/project-tags.js';

const MAX_SOURCE_FILES = 100_000;

export async function describeProject(
  project: ProjectFolder,
  shared: ProjectSettings,
  log: Log,
  signal: AbortSignal,
  allTags: (ini: IniTags) => ReturnType<typeof projectTags>,
): Promise<ProjectInfo> {
  const { root, file, name } = project;
  const descriptor = await readDescriptor(join(root, file));
  const engineVersion = text(descriptor.EngineAssociation);
  const description = text(descriptor.Description);
  const { notes: settingNotes, tags, ...fromConfig } = await shared.shown(signal);
  const { gameplayTags, notes: tagNotes } = await allTags(tags);
  const notes = [...settingNotes, ...tagNotes];
  const found = await findMounts(root);
  const hidden = await linkedContent(root, found);
  return {
    name,
    ...(engineVersion !== undefined && { engineVersion }),
    folder: root,
    ...(description !== undefined && { description }),
    modules: await modulesOf(root, descriptor),
    plugins: await pluginsOf(found.plugins, descriptor, log),
    ...fromConfig,
    ...(gameplayTags && { gameplayTags }),
    ...(hidden.length > 0 && { hidden }),
    ...(notes.length > 0 && { notes }),
  };
}

/** The modules of the descriptor, and those with sources in the project. */
async function modulesOf(root: string, descriptor: JsonObject): Promise<ProjectInfo['modules']> {
  const modules = new Map<string, { name: string; type?: string; files?: number }>();
  for (const module of objects(descriptor.Modules)) {
    const name = text(module.Name);
    const type = text(module.Type);
    if (name !== undefined) modules.set(name, { name, ...(type !== undefined && { type }) });
  }
  const source = join(root, 'Source');
  for (const folder of await entriesOf(source)) {
    if (!folder.isDirectory()) continue;
    const path = join(source, folder.name);
    const rules = (await entriesOf(path)).find(entry => entry.isFile() && entry.name.endsWith('.Build.cs'));
    if (rules === undefined) continue;
    const name = rules.name.slice(0, -'.Build.cs'.length);
    modules.set(name, { ...modules.get(name), name, files: await countFiles(path) });
  }
  return [...modules.values()];
}

async function countFiles(folder: string): Promise<number> {
  const folders = [folder];
  let count = 0;
  for (let next = folders.pop(); next !== undefined && count < MAX_SOURCE_FILES; next = folders.pop()) {
    for (const entry of await entriesOf(next)) {
      if (entry.isDirectory()) folders.push(join(next, entry.name));
      else if (entry.isFile()) count++;
    }
  }
  return count;
}

/** A plugin in the project's folder is enabled unless its own descriptor or that of the project disables it. */
async function pluginsOf(
  own: readonly FoundPlugin[],
  descriptor: JsonObject,
  log: Log,
): Promise<ProjectInfo['plugins']> {
  const named = new Map<string, boolean>();
  for (const plugin of objects(descriptor.Plugins)) {
    const name = text(plugin.Name);
    if (name !== undefined) named.set(name, plugin.Enabled !== false);
  }
  const ownNames = new Set(own.map(({ name }) => name));
  const described = [];
  for (const plugin of own) described.push(await describePlugin(plugin, named.get(plugin.name), log));
  for (const [name, enabled] of named) {
    if (!ownNames.has(name)) described.push({ name, enabled, where: 'engine' as const });
  }
  return described;
}

async function describePlugin(plugin: FoundPlugin, named: boolean | undefined, log: Log) {
  const { name, folder, file } = plugin;
  let descriptor: JsonObject = {};
  try {
    descriptor = await readDescriptor(join(folder, file));
  } catch (thrown) {
    log.warn({ plugin: legible(name), reason: legible((thrown as Error).message) }, 'plugin cannot be read');
  }
  const version = text(descriptor.VersionName);
  return {
    name,
    enabled: named ?? descriptor.EnabledByDefault !== false,
    where: 'project' as const,
    ...(version !== undefined && { version }),
  };
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
