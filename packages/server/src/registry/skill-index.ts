import { createHash } from 'node:crypto';
import type { JsonObject } from '@worldwire/protocol';
import type { Resource } from '../api/resource.js';
import type { Skill } from '../api/skill.js';

interface SkillFileEntry {
  readonly uri: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}

/** The files of a world's skills, with manifests, digests and folders. */
export class SkillIndex {
  readonly entries: ReadonlyMap<string, JsonObject>;
  /** Each SKILL.md as a resource, for clients without the extension. */
  readonly manifests: readonly Resource[];
  readonly #files = new Map<string, SkillFileEntry>();
  readonly #folders = new Map<string, Map<string, JsonObject>>();

  constructor(skills: readonly Skill[]) {
    const entries = new Map<string, JsonObject>();
    const manifests: Resource[] = [];
    for (const skill of skills) {
      const { name, description } = skill.frontmatter;
      if (!/^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$/.test(name) || name.includes('--')) {
        throw new Error(
          `"${name}" is not a skill name: lower-case letters, digits and single hyphens, 64 at most.`,
        );
      }
      const base = `skill://${name}`;
      const uri = `${base}/SKILL.md`;
      if (entries.has(uri)) throw new Error(`The skill ${name} is registered twice.`);
      const manifest = Buffer.from(manifestText(skill));
      const files = [
        { uri, mimeType: 'text/markdown', bytes: manifest },
        ...(skill.files ?? []).map(file => ({
          uri: `${base}/${checkPath(name, file.path)}`,
          mimeType: file.mimeType,
          bytes: Buffer.from(file.content as string),
        })),
      ];
      for (const file of files) this.#place(base, file);
      entries.set(uri, { uri, frontmatter: skill.frontmatter, resources: files.map(digest) });
      manifests.push({
        uri,
        name,
        description,
        mimeType: 'text/markdown',
        size: manifest.byteLength,
        read: () => manifest.toString('utf8'),
      });
    }
    this.entries = entries;
    this.manifests = manifests;
  }

  file(uri: string): { readonly body: string | Uint8Array; readonly mimeType: string } | undefined {
    const file = this.#files.get(uri);
    if (file === undefined) return undefined;
    const body = file.mimeType.startsWith('text/') ? file.bytes.toString('utf8') : file.bytes;
    return { body, mimeType: file.mimeType };
  }

  /** The entries of a folder, or undefined where the URI is not a folder. */
  folder(uri: string): readonly JsonObject[] | undefined {
    const folder = this.#folders.get(uri.replace(/\/$/, ''));
    return folder && [...folder.values()];
  }

  #place(base: string, file: SkillFileEntry): void {
    if (this.#files.has(file.uri)) throw new Error(`The skill file ${file.uri} is given twice.`);
    if (this.#folders.has(file.uri)) throw new Error(`The skill file ${file.uri} is also a folder.`);
    this.#files.set(file.uri, file);
    const steps = file.uri.slice(base.length + 1).split('/');
    let folder = base;
    for (const [index, step] of steps.entries()) {
      const uri = `${folder}/${step}`;
      const leaf = index === steps.length - 1;
      const children = this.#folders.get(folder) ?? new Map<string, JsonObject>();
      this.#folders.set(folder, children);
      children.set(
        uri,
        leaf
          ? { uri, name: step, mimeType: file.mimeType, size: file.bytes.byteLength }
          : { uri, name: step, mimeType: 'inode/directory' },
      );
      if (!leaf && this.#files.has(uri)) throw new Error(`The skill file ${uri} is also a folder.`);
      folder = uri;
    }
  }
}

/** JSON is valid YAML, so the front matter needs no YAML writer. */
function manifestText({ frontmatter, body }: Skill): string {
  const head = Object.entries(frontmatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${head.join('\n')}\n---\n\n${body}`;
}

function checkPath(skill: string, path: string): string {
  const steps = path.split('/');
  if (steps.some(step => !/^[A-Za-z0-9._-]+$/.test(step) || step === '.' || step === '..')) {
    throw new Error(`The skill ${skill} has a file with an invalid path: "${path}".`);
  }
  return path;
}

function digest({ uri, bytes }: SkillFileEntry): JsonObject {
  return {
    uri,
    digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    size: bytes.byteLength,
  };
}
