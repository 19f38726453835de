import { constants } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoProgram } from '@worldwire/picture/video';
import { WorldError } from '@worldwire/server';
import { errorCode, isMissing } from '@worldwire/server/kit';
import { head } from '../files/read-bounded.js';

/** Of one video, so that it can be read as a resource. */
export const MAX_VIDEO_BYTES = 8 * 1024 * 1024;
const MAX_VIDEOS = 20;
const MAX_BYTES = 64 * 1024 * 1024;
/** Room for what ffmpeg writes at the end of a file. */
const MAX_FILE_BYTES = MAX_VIDEO_BYTES + 1024 * 1024;
const NAME = /^watch-\d{8}-\d{6}-\d{1,6}\.(mp4|webm)$/;
const TYPES = { mp4: 'video/mp4', webm: 'video/webm' } as const;

interface VideoInfo {
  readonly name: string;
  readonly bytes: number;
}

/** The videos of WatchScene: the newest ones, within a number and a size. Beyond it the principal with the most loses its oldest. */
export class VideoFolder {
  readonly #folder: string;
  readonly #date: () => number;
  /** The principals of the videos of this run. All others are of one that has no name. */
  readonly #owners = new Map<string, string>();
  #count = 0;

  /** `ffmpeg`: how it is started. */
  constructor(
    folder: string,
    date: () => number,
    readonly ffmpeg: VideoProgram = {},
  ) {
    this.#folder = join(folder, 'videos');
    this.#date = date;
  }

  /** The path of a new video, which does not exist yet. */
  async next(extension: keyof typeof TYPES): Promise<{ readonly name: string; readonly path: string }> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const [day, time] = new Date(this.#date())
      .toISOString()
      .replace(/[-:]|\..*/g, '')
      .split('T');
    for (;;) {
      const name = `watch-${day}-${time}-${++this.#count}.${extension}`;
      const path = this.pathOf(name);
      if ((await sizeOf(path)) === undefined) return { name, path };
    }
  }

  /** The size of a video that is complete. Removes others beyond the limits. */
  async kept(name: string, principal: string): Promise<number> {
    this.#owners.set(name, principal);
    let files = await this.#files();
    for (const known of this.#owners.keys())
      if (!files.some(file => file.name === known)) this.#owners.delete(known);
    for (;;) {
      const isMany = files.length > MAX_VIDEOS;
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const removed = isMany || bytes > MAX_BYTES ? this.#oldestOfLargest(files, name, isMany) : undefined;
      if (removed === undefined) break;
      await this.remove(removed);
      files = files.filter(file => file.name !== removed);
    }
    return (await sizeOf(this.pathOf(name))) ?? 0;
  }

  async list(): Promise<readonly string[]> {
    return (await this.#files()).map(({ name }) => name);
  }

  async read(name: string): Promise<{ readonly body: Uint8Array; readonly mimeType: string }> {
    const extension = NAME.exec(name)?.[1] as keyof typeof TYPES | undefined;
    if (extension === undefined) throw await this.#missing();
    try {
      const file = await open(
        this.pathOf(name),
        constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
      );
      try {
        if (!(await file.stat()).isFile()) throw await this.#missing();
        return {
          body: await head(file, Math.min((await file.stat()).size, MAX_FILE_BYTES)),
          mimeType: TYPES[extension],
        };
      } finally {
        await file.close();
      }
    } catch (thrown) {
      // A link is not followed.
      throw isMissing(thrown) || errorCode(thrown) === 'ELOOP' ? await this.#missing() : thrown;
    }
  }

  async remove(name: string): Promise<void> {
    this.#owners.delete(name);
    await rm(this.pathOf(name), { force: true });
  }

  pathOf(name: string): string {
    return join(this.#folder, name);
  }

  /** The oldest video, other than the newest one, of the principal with the most videos or bytes. */
  #oldestOfLargest(files: readonly VideoInfo[], newest: string, byCount: boolean): string | undefined {
    const ownerOf = ({ name }: VideoInfo) => this.#owners.get(name) ?? '';
    const held = new Map<string, number>();
    for (const file of files)
      held.set(ownerOf(file), (held.get(ownerOf(file)) ?? 0) + (byCount ? 1 : file.bytes));
    const others = files.filter(({ name }) => name !== newest);
    const most = Math.max(...others.map(file => held.get(ownerOf(file)) as number));
    return others.find(file => held.get(ownerOf(file)) === most)?.name;
  }

  /** The oldest first. */
  async #files(): Promise<readonly VideoInfo[]> {
    const names = await readdir(this.#folder).catch(thrown => {
      if (isMissing(thrown)) return [];
      throw thrown;
    });
    const found = names
      .filter(name => NAME.test(name))
      .map(async name => ({ name, info: await infoOf(this.pathOf(name)) }));
    return (await Promise.all(found))
      .flatMap(({ name, info }) => (info === undefined ? [] : [{ name, bytes: info.size, at: info.mtimeMs }]))
      .sort((a, b) => a.at - b.at || a.name.localeCompare(b.name, 'en', { numeric: true }));
  }

  async #missing(): Promise<WorldError> {
    const names = await this.list();
    const hint =
      names.length === 0
        ? 'WatchScene {"video":true} makes one.'
        : `There are ${names.slice(-5).join(', ')}. The newest ${MAX_VIDEOS} are kept.`;
    return new WorldError('NotFound', 'There is no such video.', hint);
  }
}

async function infoOf(path: string) {
  try {
    return await stat(path);
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await infoOf(path))?.size;
}
