import { mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { VideoFolder } from './video-folder.js';

const MiB = 1024 * 1024;

async function opened(): Promise<{ folder: string; videos: VideoFolder }> {
  const folder = await mkdtemp(join(tmpdir(), 'worldwire-videos-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { folder, videos: new VideoFolder(folder, () => Date.UTC(2026, 0, 2, 3, 4, 5)) };
}

/** Writes a video of this size, older than the next one. */
async function written(
  videos: VideoFolder,
  bytes: number,
  second: number,
  principal = 'ada',
): Promise<string> {
  const { name, path } = await videos.next('mp4');
  await writeFile(path, '');
  await truncate(path, bytes);
  await utimes(path, second, second);
  await videos.kept(name, principal);
  return name;
}

describe('the folder of videos', () => {
  it('gives names by the time of day that no file has', async () => {
    const { folder, videos } = await opened();
    const { name, path } = await videos.next('webm');
    expect(name).toBe('watch-20260102-030405-1.webm');
    await writeFile(path, 'x');
    const again = new VideoFolder(folder, () => Date.UTC(2026, 0, 2, 3, 4, 5));
    expect((await again.next('webm')).name).toBe('watch-20260102-030405-2.webm');
  });

  it('keeps the newest 20', async () => {
    const { videos } = await opened();
    const names: string[] = [];
    for (let second = 1; second <= 23; second++) names.push(await written(videos, 10, second));
    expect(await videos.list()).toEqual(names.slice(3));
  });

  it('keeps 64 MiB, and always the one that was just made', async () => {
    const { videos } = await opened();
    const names: string[] = [];
    for (let second = 1; second <= 10; second++) names.push(await written(videos, 8 * MiB, second));
    expect(await videos.list()).toEqual(names.slice(2));
    const large = await written(videos, 65 * MiB, 11);
    expect(await videos.list()).toEqual([large]);
  });

  it('keeps the videos of one principal, however many and large ones another makes', async () => {
    const { videos } = await opened();
    const own = await written(videos, 10 * MiB, 1, 'bob');
    for (let second = 2; second <= 40; second++) await written(videos, 10, second, 'eve');
    expect(await videos.list()).toContain(own);
    for (let second = 41; second <= 50; second++) await written(videos, 8 * MiB, second, 'eve');
    const left = await videos.list();
    expect(left).toContain(own);
    expect(left).toHaveLength(7);
  });

  it('leaves other files alone, and names the videos that there are where one is missing', async () => {
    const { folder, videos } = await opened();
    const name = await written(videos, 10, 1);
    await writeFile(join(folder, 'videos', 'mine.mp4'), 'x');
    for (let second = 2; second <= 25; second++) await written(videos, 10, second);
    expect(await readdir(join(folder, 'videos'))).toContain('mine.mp4');
    await expect(videos.read(name)).rejects.toMatchObject({
      kind: 'NotFound',
      hint: expect.stringContaining('watch-20260102-030405-25.mp4'),
    });
    await expect(videos.read('mine.mp4')).rejects.toMatchObject({ kind: 'NotFound' });
  });
});
