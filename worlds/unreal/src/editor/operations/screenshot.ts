import { randomUUID } from 'node:crypto';
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ParamsOf, Picture, ResultOf } from '../../source/operations.js';
import { UnrealError } from '../../source/unreal-error.js';
import type { Editor, Operation } from '../editor.js';
import { type Job, pause } from '../job.js';
import { isWholePng, readPicture } from '../picture-bytes.js';
import { field } from '../remote/fields.js';
import { requireFolder } from './log.js';

type Take = Operation<ParamsOf<'screenshot.take'>, ResultOf<'screenshot.take'>>;

const LIBRARY = '/Script/FunctionalTesting.Default__AutomationBlueprintFunctionLibrary';
const MOST_PIXELS = 8_192;
const DEEPEST = 3;
const MOST_FILES = 10_000;

interface Shot {
  readonly path: string;
  readonly size: number;
}

/** The editor writes it with a later frame: what counts is the file. */
export const takeScreenshot: Take = async (editor, { width = 1_280, height = 720 }, job) => {
  for (const side of [width, height]) {
    if (Number.isInteger(side) && side >= 1 && side <= MOST_PIXELS) continue;
    throw new UnrealError('invalid', `A side of a screenshot has 1 to ${MOST_PIXELS} pixels.`);
  }
  const folder = join(
    requireFolder(editor, 'The editor writes a screenshot into a file of the project'),
    'Saved',
    'Screenshots',
  );
  const name = `worldwire-${randomUUID()}`;
  const before = new Set((await pngsIn(folder)).map(({ path }) => path));
  const answer = await editor.calls.ask(
    job,
    LIBRARY,
    'TakeHighResScreenshot',
    { ResX: width, ResY: height, Filename: `${name}.png` },
    { deadlineMs: editor.limits.slowMs },
  );
  if (field(answer, 'ReturnValue') === false)
    throw new UnrealError('failed', 'The editor took no screenshot.');
  return awaited(editor, folder, name, before, job);
};

/** Looks until the new file is there, whole, and no longer grows. */
async function awaited(
  editor: Editor,
  folder: string,
  name: string,
  before: ReadonlySet<string>,
  job: Job,
): Promise<Picture> {
  const { limits, intervals } = editor;
  const looks = Math.ceil(limits.slowMs / intervals.screenshot);
  let last: Shot | undefined;
  for (let look = 1; look <= looks; look++) {
    job.progress(
      look,
      looks,
      last === undefined ? 'waiting for the editor to draw' : 'the file is being written',
    );
    await pause(job, intervals.screenshot);
    const fresh = (await pngsIn(folder)).filter(({ path }) => !before.has(path));
    // Ours by its name. An editor that names it otherwise made the only new one.
    const shot =
      fresh.find(({ path }) => basename(path).startsWith(name)) ??
      (fresh.length === 1 ? fresh[0] : undefined);
    const still = shot !== undefined && shot.path === last?.path && shot.size === last.size && shot.size > 0;
    last = shot;
    if (!still) continue;
    const picture = await wholePicture(shot, limits.pictureBytes);
    if (picture === undefined) continue;
    if (basename(shot.path).startsWith(name)) await rm(shot.path, { force: true });
    return picture;
  }
  throw new UnrealError(
    'timeout',
    `The editor wrote no screenshot within ${limits.slowMs} ms.`,
    'Bring the window of the editor to the front: one that is not seen may not draw.',
  );
}

async function wholePicture({ path, size }: Shot, most: number): Promise<Picture | undefined> {
  if (size > most)
    throw new UnrealError('failed', `The screenshot has ${size} bytes; at most ${most} are read.`);
  const bytes = await readFile(path);
  return isWholePng(bytes) ? readPicture(bytes) : undefined;
}

/** The editor puts them into folders by platform. */
async function pngsIn(folder: string, depth = 0): Promise<Shot[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return [];
    throw thrown;
  });
  const found: Shot[] = [];
  for (const entry of entries.slice(0, MOST_FILES)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < DEEPEST) found.push(...(await pngsIn(path, depth + 1)));
    else if (entry.isFile() && entry.name.toLowerCase().endsWith('.png')) {
      const stats = await lstat(path).catch(() => undefined);
      if (stats !== undefined) found.push({ path, size: stats.size });
    }
  }
  return found;
}
