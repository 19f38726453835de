import { join } from 'node:path';
import { entriesOf } from '../../files/inside-folder.js';

/** A content folder of the project or of a plugin, and the root of its package paths. */
export interface Mount {
  /** "/Game", or "/" and the name of the plugin. */
  readonly name: string;
  readonly folder: string;
}

export interface FoundPlugin {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
}

const MAX_DEPTH = 6;
const MAX_FOLDERS = 5_000;

export interface FoundMounts {
  /** The project first, then its plugins. The folders need not exist. */
  readonly mounts: readonly Mount[];
  readonly plugins: readonly FoundPlugin[];
  /** Links in place of a plugin or of a folder with plugins. */
  readonly links: readonly string[];
}

/** `visit` is called for every folder before it is read. */
export async function findMounts(root: string, visit?: (folder: string) => void): Promise<FoundMounts> {
  const { plugins, links } = await findPlugins(root, visit);
  const mounts = [
    { name: '/Game', folder: join(root, 'Content') },
    ...plugins.map(({ name, folder }) => ({ name: `/${name}`, folder: join(folder, 'Content') })),
  ];
  return { mounts, plugins, links };
}

/** Plugins of the project, sorted by name. A folder with a .uplugin file contains no further plugins. */
async function findPlugins(
  root: string,
  visit?: (folder: string) => void,
): Promise<Pick<FoundMounts, 'plugins' | 'links'>> {
  const found = new Map<string, FoundPlugin>();
  const links: string[] = [];
  let folders = [join(root, 'Plugins')];
  let visited = 0;
  for (let depth = 0; depth < MAX_DEPTH && folders.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of folders) {
      if (++visited > MAX_FOLDERS) return { plugins: sorted(found), links };
      const entries = await entriesOf(folder, () => visit?.(folder));
      const file = entries.find(entry => entry.isFile() && /\.uplugin$/i.test(entry.name))?.name;
      if (file === undefined) {
        for (const entry of entries) {
          if (entry.isDirectory()) below.push(join(folder, entry.name));
          else if (entry.isSymbolicLink()) links.push(join(folder, entry.name));
        }
        continue;
      }
      const name = file.slice(0, -'.uplugin'.length);
      // "/Game" is reserved, and of two plugins with one name the engine loads one.
      if (name !== '' && name.toLowerCase() !== 'game' && !found.has(name))
        found.set(name, { name, folder, file });
    }
    folders = below.sort();
  }
  return { plugins: sorted(found), links };
}

function sorted(found: Map<string, FoundPlugin>): FoundPlugin[] {
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
