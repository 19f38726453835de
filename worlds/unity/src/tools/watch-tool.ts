import { encodeWithin, PICTURE_FORMATS, type PictureFormat, TimeSlices } from '@worldwire/picture';
import { VideoFile } from '@worldwire/picture/video';
import { type Context, image, link, type Tool, ToolAnswer } from '@worldwire/server';
import { Semaphore } from '@worldwire/server/kit';
import { z } from 'zod';
import { short } from '../dto/cards.js';
import * as dto from '../dto/schemas.js';
import { isWhole, movedBetween, type Places, placesOf, seenIn } from '../pictures/moved.js';
import { pictureBytes } from '../pictures/picture-bytes.js';
import { gridOf, type SheetPicture, sheetOf } from '../pictures/sheet.js';
import { noVideo, requireCodec } from '../pictures/video-codec.js';
import { MAX_VIDEO_BYTES } from '../pictures/video-folder.js';
import { pngOf, rasterOf, type Shot, watch } from '../pictures/watch.js';
import { idOf } from '../scene/object-id.js';
import type { ToolParts } from './parts.js';

const DEFAULT_PICTURES = 6;
const MAX_PICTURES = 16;
const DEFAULT_SECONDS = 3;
const MAX_SECONDS = 30;
/** Pixels of a sheet from left to right, about. */
const SHEET_WIDTH = 1_280;
const USUAL = { width: 16, height: 9 };
const VIDEO = { perSecond: 10, width: 640 };

interface Given {
  readonly pictures: number;
  readonly seconds: number;
  readonly camera?: string | undefined;
  readonly focus?: string | undefined;
  readonly video: boolean;
  readonly format?: PictureFormat | undefined;
}

interface Shown {
  readonly shots: readonly Shot[];
  readonly file: { readonly facts: object; readonly link: ReturnType<typeof link> } | undefined;
}

interface View {
  readonly camera?: string;
  readonly focus?: string;
}

export function watchTool({ kit, scene, videos, places }: ToolParts): Tool {
  // An encoder takes a core, and pixels take megabytes. A sheet does not wait for a video.
  const films = new Semaphore(1);
  const drawings = new Semaphore(1);
  const path = z.string().max(4_096).optional();
  return kit.reading({
    name: 'WatchScene',
    title: 'Watch the scene',
    description:
      'Returns pictures over some seconds as one image with their times, of 100 KB at most, and what moved. video: also a file, if the server has ffmpeg.',
    input: z.object({
      pictures: z.int().min(2).max(MAX_PICTURES).default(DEFAULT_PICTURES),
      seconds: z.number().min(0.5).max(MAX_SECONDS).default(DEFAULT_SECONDS),
      camera: path.describe('Id or path of another camera.'),
      focus: path.describe('Id or path of an object that fills the pictures.'),
      video: z.boolean().default(false),
      format: z.enum(PICTURE_FORMATS).optional(),
    }),
    output: dto.watched,
    run: async (args, context) => {
      // Until the sheet is drawn: its pixels wait for those of others.
      const watching = () => places.pictures.run(context.principal, () => watched(args, context));
      return args.video ? places.videos.run(context.principal, watching) : watching();
    },
  });

  async function watched(given: Given, context: Context) {
    const { pictures, seconds, camera, focus, video, format } = given;
    const maxBytes = pictureBytes(context);
    const view = {
      ...(camera !== undefined && { camera: await idOf(scene, camera, 'camera') }),
      ...(focus !== undefined && { focus: await idOf(scene, focus, 'focus') }),
    };
    const wanted = { pictures, seconds, view };
    const before = await placesOf(scene);
    const shown = video
      ? films.run(() => filmed(wanted, context), context.signal)
      : taken(wanted, context).then(shots => ({ shots, file: undefined }));
    const { shots, file } = await context.waiting<Shown>(shown);
    const after = before && (await placesOf(scene));
    const sheet = await drawings.run(
      () => drawn(shots, { format, maxBytes }, context.signal),
      context.signal,
    );
    const facts = {
      ...factsOf(shots, sheet),
      ...movedOf(shots, before, after),
      ...(file !== undefined && { video: file.facts }),
    };
    const content = [image(sheet.data, sheet.mimeType), ...(file === undefined ? [] : [file.link])];
    return new ToolAnswer(content, { structured: facts });
  }

  async function taken({ pictures, seconds, view }: Watched, context: Context): Promise<readonly Shot[]> {
    const width = Math.floor(SHEET_WIDTH / gridOf(pictures, USUAL).columns);
    return watch(scene, {
      ...{ count: pictures, seconds, signal: context.signal, view: { ...view, width } },
      taken: (_, index) => context.progress(index + 1, pictures, 'Pictures are taken.'),
    });
  }

  /** The pictures of a video, of which the sheet shows some. */
  async function filmed({ pictures, seconds, view }: Watched, context: Context) {
    const codec = await requireCodec(videos.ffmpeg);
    const { name, path: target } = await videos.next(codec.extension);
    const { perSecond } = VIDEO;
    const film = new VideoFile({
      ...videos.ffmpeg,
      path: target,
      codec,
      perSecond,
      maxBytes: MAX_VIDEO_BYTES,
      signal: context.signal,
    });
    try {
      const count = Math.max(pictures, Math.round(seconds * perSecond) + 1);
      let written = 0;
      const shots: Shot[] = [];
      await watch(scene, {
        ...{ count, seconds, signal: context.signal, skips: true, view: { ...view, width: VIDEO.width } },
        taken: async (shot, index) => {
          // The sheet has the first picture at each of its times, and the last one.
          const isLast = index === count - 1;
          if (isLast) shots.splice(pictures - 1);
          if (isLast || shot.at >= (shots.length * seconds) / (pictures - 1)) shots.push(shot);
          const png = pngOf(shot.picture);
          // A late picture stands for those that were due before it, so that the video keeps the time.
          do {
            await film.add(png);
          } while (++written < Math.floor(shot.at * perSecond));
          if (index % perSecond === 0) context.progress(index, count, 'Pictures are taken.');
        },
      });
      const reason = await film.finish();
      if (reason !== undefined) throw noVideo(reason);
      const sizeBytes = await videos.kept(name, context.principal);
      const uri = `unity://videos/${name}`;
      const mimeType = `video/${codec.extension}`;
      return {
        shots,
        file: {
          facts: { uri, path: target, sizeBytes, mimeType, perSecond },
          link: link({ uri, name, mimeType, size: sizeBytes }),
        },
      };
    } catch (thrown) {
      await film.stop();
      await videos.remove(name);
      throw thrown;
    }
  }
}

interface Watched {
  readonly pictures: number;
  readonly seconds: number;
  readonly view: View;
}

interface Sheet {
  readonly data: Uint8Array;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

/** A PNG where it fits at its full size, and else a JPEG, which loses less. */
async function drawn(
  shots: readonly Shot[],
  { format, maxBytes }: { readonly format: PictureFormat | undefined; readonly maxBytes: number },
  signal: AbortSignal,
): Promise<Sheet> {
  const pauses = new TimeSlices(signal);
  const pictures: SheetPicture[] = [];
  for (const { picture, at, frame } of shots) {
    pictures.push({
      raster: await rasterOf(picture, pauses),
      labels: [`${at.toFixed(2)} s`, `frame ${frame}`],
    });
  }
  const { columns } = gridOf(pictures.length, (pictures[0] as SheetPicture).raster);
  const most = Math.min(1, SHEET_WIDTH / columns / (pictures[0] as SheetPicture).raster.width);
  const render = (zoom: number) => sheetOf(pictures, most * zoom, pauses);
  const full = (await render(1)).width;
  const first = await encodeWithin(render, { format: format ?? 'png', maxBytes }, pauses);
  if (format !== undefined || first.width === full) return first;
  return encodeWithin(render, { format: 'jpeg', maxBytes }, pauses);
}

function factsOf(shots: readonly Shot[], { data, mimeType, width, height }: Sheet): object {
  const [first, last] = [shots[0] as Shot, shots.at(-1) as Shot];
  const isStill = first.time === last.time;
  return {
    ok: true,
    ...{ mimeType, width, height, sizeBytes: data.length },
    pictures: shots.map(({ at, time, frame }) => ({ at: short(at), time: short(time), frame })),
    ...(isStill && { note: 'The scene time stands still: SetTimeScale or StepScene runs it.' }),
  };
}

/** In units of the world, or else in pixels of the pictures. */
function movedOf(shots: readonly Shot[], before: Places | undefined, after: Places | undefined): object {
  if (before !== undefined && after !== undefined) {
    return { moved: movedBetween(before, after, 'world'), movedUnit: 'world' };
  }
  const [first, last] = [shots[0] as Shot, shots.at(-1) as Shot];
  const [then, now] = [seenIn(first.picture), seenIn(last.picture)];
  if (then === undefined || now === undefined) return {};
  const comes = isWhole(first.picture) && isWhole(last.picture);
  return { moved: movedBetween(then, now, 'pixels', comes), movedUnit: 'pixels' };
}
