import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { VideoFile } from './video-file.js';

const CODEC = { name: 'mpeg4', extension: 'mp4', options: [] } as const;

it('a video ends when its signal aborts, also while the program takes no pictures', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'worldwire-video-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, 'stuck');
  await writeFile(program, '#!/bin/sh\nexec sleep 600\n');
  await chmod(program, 0o700);
  const stop = new AbortController();
  const film = new VideoFile({
    ...{ path: join(folder, 'a.mp4'), codec: CODEC, perSecond: 10, maxBytes: 1_000, program },
    signal: stop.signal,
  });
  const added = film.add(Buffer.alloc(4 * 1024 * 1024));
  stop.abort();
  await added;
  expect(await film.finish()).toContain('it ended with');
});
