import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIXTURES = fileURLToPath(new URL('../../../packages/uasset/fixtures/', import.meta.url));
const LOG = 'Saved/Logs/Demo.log';

export const CUBE_MAP = '/Game/Maps/SingleCube';
export const REFS = '/Game/SimpleRefs/SimpleRefsRoot';
export const TEXTURE = '/Game/Audits/Textures/T_Audit_UI_1024x512';

/** The folder of an Unreal project with real packages in it. */
export class DiskProject {
  private constructor(readonly folder: string) {}

  static async make(): Promise<DiskProject> {
    const project = new DiskProject(await mkdtemp(join(tmpdir(), 'worldwire-project-')));
    const descriptor = {
      FileVersion: 3,
      EngineAssociation: '5.4',
      Description: 'Packages for tests.',
      Plugins: [{ Name: 'RemoteControl', Enabled: false }],
    };
    await project.write('Demo.uproject', JSON.stringify(descriptor));
    return project;
  }

  /** One version of the packages about references, and all other packages. */
  static async whole(version = 'UE54'): Promise<DiskProject> {
    const project = await DiskProject.make();
    await project.putAll(`uasset-rs/${version}`, 'Content');
    for (const part of ['Authoring', 'Audits', 'Input', 'Text'])
      await project.putAll(`ue-shed/${part}`, `Content/${part}`);
    await project.put('cesium-unreal/SingleCube.umap', 'Content/Maps/SingleCube.umap');
    await project.write(
      'Config/DefaultEngine.ini',
      `[/Script/EngineSettings.GameMapsSettings]\nEditorStartupMap=${CUBE_MAP}.SingleCube\n`,
    );
    await project.log('[2024.05.01-12.34.56:789][ 42]LogTemp: Warning: the first line');
    return project;
  }

  /** A copy of a real package: the fixtures are read-only. */
  async put(fixture: string, place: string): Promise<void> {
    await this.write(place, await readFile(join(FIXTURES, fixture)));
  }

  async putAll(folder: string, place: string): Promise<void> {
    const entries = await readdir(join(FIXTURES, folder), { recursive: true, withFileTypes: true });
    for (const { name, parentPath } of entries.filter(entry => entry.isFile())) {
      const path = join(relative(join(FIXTURES, folder), parentPath), name);
      await this.put(join(folder, path), join(place, path));
    }
  }

  async write(place: string, content: string | Uint8Array): Promise<void> {
    const path = join(this.folder, place);
    await mkdir(dirname(path), { recursive: true });
    await rm(path, { force: true });
    await writeFile(path, content);
  }

  async remove(place: string): Promise<void> {
    await rm(join(this.folder, place));
  }

  read(place: string): Promise<Buffer> {
    return readFile(join(this.folder, place));
  }

  /** Appends lines, as an editor does. */
  async log(line: string): Promise<void> {
    const path = join(this.folder, LOG);
    await mkdir(dirname(path), { recursive: true });
    await appendFile(path, `${line}\r\n`);
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * The package of a Blueprint with a thumbnail. A package has a table of offsets for thumbnails; this appends one to the end
 * of the file, and sets the offset in the table.
 */
export function withThumbnail(bytes: Buffer, name: string, png: Buffer): Buffer {
  const entry = Buffer.concat([text('Blueprint'), text(name)]);
  const place = bytes.indexOf(entry);
  if (place < 0) throw new Error(`There is no place for a picture of ${name}.`);
  const changed = Buffer.from(bytes);
  changed.writeInt32LE(bytes.length, place + entry.length);
  const header = Buffer.alloc(12);
  header.writeInt32LE(png.readInt32BE(16), 0);
  header.writeInt32LE(png.readInt32BE(20), 4);
  header.writeInt32LE(png.length, 8);
  return Buffer.concat([changed, header, png]);
}

/** A string as in a package: the length with the final zero, then the characters. */
function text(value: string): Buffer {
  const bytes = Buffer.alloc(value.length + 5);
  bytes.writeInt32LE(value.length + 1, 0);
  bytes.write(value, 4, 'latin1');
  return bytes;
}
