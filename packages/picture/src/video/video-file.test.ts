import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findCodec } from './codecs.js';
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
    ...{
      path: join(folder, 'a.mp4'),
      codec: CODEC,
      perSecond: 10,
      maxBytes: 1_000,
      program,
      environment: { PATH: process.env.PATH },
    },
    signal: stop.signal,
  });
  const added = film.add(Buffer.alloc(4 * 1024 * 1024));
  stop.abort();
  await added;
  expect(await film.finish()).toContain('it ended with');
});

it('ffmpeg sees the variables that it is given and no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'worldwire-video-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  process.env.WORLDWIRE_STORE = 'postgres://ann:hunter2@db/x';
  onTestFinished(() => void delete process.env.WORLDWIRE_STORE);
  await writeFile(join(folder, 'ffmpeg'), `#!/bin/sh\nenv >> ${folder}/seen\n`);
  await chmod(join(folder, 'ffmpeg'), 0o700);
  const environment = { PATH: `${folder}:/usr/bin:/bin`, TMPDIR: '/tmp' };
  expect(await findCodec({ environment })).toBe('no-codec');
  const film = new VideoFile({
    ...{ path: join(folder, 'a.mp4'), codec: CODEC, perSecond: 10, maxBytes: 1_000, environment },
  });
  await film.finish();
  const seen = (await readFile(join(folder, 'seen'), 'utf8')).trim().split('\n');
  // The shell adds its own.
  const own = seen.filter(line => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line));
  expect(own.sort()).toEqual(
    [`PATH=${environment.PATH}`, `PATH=${environment.PATH}`, 'TMPDIR=/tmp', 'TMPDIR=/tmp'].sort(),
  );
});
