import { randomUUID } from 'node:crypto';
import { lstat, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isMissing, unlessMissing } from '@worldwire/server/kit';
import { eachEntry } from '../../files/inside-folder.js';
import { isLinked, openInside } from '../../files/opened-place.js';
import type { ParamsOf, Picture, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { field } from '../remote/fields.js';
import { type Job, pause } from '../remote/job.js';
import type { Editor, Operation } from './editor.js';
import { requireFolder } from './log.js';
import { isWholePng, readPicture } from './picture-bytes.js';

type Take = Operation<ParamsOf<'screenshot.take'>, ResultOf<'screenshot.take'>>;

const LIBRARY = '/Script/FunctionalTesting.Default__AutomationBlueprintFunctionLibrary';
const MAX_PIXELS = 8_192;
const MAX_DEPTH = 3;
/** Pictures that are remembered, to recognise a new one that the editor named itself. */
const MAX_OLDER = 10_000;

const TO_THE_FRONT = 'Bring the editor window to the front: a hidden window may not draw.';

interface Shot {
  readonly path: string;
  readonly size: number;
}

/** The editor writes the file with a later frame. */
export const takeScreenshot: Take = async (editor, { width = 1_280, height = 720, focus }, job) => {
  if (focus !== undefined) {
    throw new UnrealError(
      'unsupported',
      'A running editor draws its viewport as it is, and does not say where an actor is in it.',
      'Leave focus out. In the editor, select the actor and press F: the viewport shows it then.',
    );
  }
  for (const side of [width, height]) {
    if (Number.isInteger(side) && side >= 1 && side <= MAX_PIXELS) continue;
    throw new UnrealError(
      'invalid',
      `width and height must be from 1 to ${MAX_PIXELS} pixels; one is ${side}.`,
      'Send whole numbers in this range, or leave them out.',
    );
  }
  const folder = join(
    await realpath(requireFolder(editor, 'The editor writes a screenshot to a file of the project')),
    'Saved',
    'Screenshots',
  );
  const name = `worldwire-${randomUUID()}`;
  const before = await olderPictures(folder);
  const answer = await editor.calls.ask(
    job,
    LIBRARY,
    'TakeHighResScreenshot',
    { ResX: width, ResY: height, Filename: `${name}.png` },
    { deadlineMs: editor.limits.slowMs },
  );
  if (field(answer, 'ReturnValue') === false)
    throw new UnrealError('failed', 'The editor took no screenshot.', TO_THE_FRONT);
  return awaited(editor, folder, name, before, job);
};

/** Polls until the new file is complete and no longer grows. */
async function awaited(
  editor: Editor,
  folder: string,
  name: string,
  before: ReadonlySet<string> | undefined,
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
    const shot = await newPicture(folder, name, before);
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
    before === undefined
      ? `${TO_THE_FRONT} Saved/Screenshots has more than ${MAX_OLDER} pictures, so that a file with an unexpected name is not found: move them away.`
      : TO_THE_FRONT,
  );
}

/** Undefined where the file is not complete. */
async function wholePicture({ path, size }: Shot, maxBytes: number): Promise<Picture | undefined> {
  if (size > maxBytes)
    throw new UnrealError(
      'failed',
      `The screenshot has ${size} bytes; the limit is ${maxBytes}.`,
      'Send a smaller width and height.',
    );
  const handle = await openInside(path);
  try {
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await handle.read(bytes, 0, size, 0);
    return bytesRead === size && isWholePng(bytes) ? readPicture(bytes) : undefined;
  } finally {
    await handle.close();
  }
}

/** Undefined where there are more than MAX_OLDER. */
async function olderPictures(folder: string): Promise<ReadonlySet<string> | undefined> {
  const older = new Set<string>();
  for await (const path of picturesIn(folder)) {
    older.add(path);
    if (older.size > MAX_OLDER) return undefined;
  }
  return older;
}

/** The file with our name, or else the only new one, in case the editor named it itself. */
async function newPicture(
  folder: string,
  name: string,
  before: ReadonlySet<string> | undefined,
): Promise<Shot | undefined> {
  const fresh: string[] = [];
  for await (const path of picturesIn(folder)) {
    if (basename(path).startsWith(name)) return shotAt(path);
    if (before?.has(path) === false && fresh.length < 2) fresh.push(path);
  }
  const [only, another] = fresh;
  return only === undefined || another !== undefined ? undefined : shotAt(only);
}

async function shotAt(path: string): Promise<Shot | undefined> {
  const stats = await unlessMissing(lstat(path));
  return stats && { path, size: stats.size };
}

/** One at a time, because a project may have very many. The editor puts them into folders by platform. */
async function* picturesIn(folder: string, depth = 0): AsyncIterable<string> {
  try {
    for await (const entry of eachEntry(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) yield* picturesIn(path, depth + 1);
      else if (entry.isFile() && /\.png$/i.test(entry.name)) yield path;
    }
  } catch (thrown) {
    if (!isMissing(thrown) && !isLinked(thrown)) throw thrown;
  }
}
