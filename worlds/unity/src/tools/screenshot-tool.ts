import type { PictureInfo } from '@worldwire/engine';
import { PICTURE_FORMATS } from '@worldwire/picture';
import { type Context, image, type Tool, ToolAnswer, WorldError } from '@worldwire/server';
import { nearMatches } from '@worldwire/server/kit';
import { z } from 'zod';
import { seenOf } from '../dto/cards.js';
import { fitting } from '../dto/page.js';
import * as dto from '../dto/schemas.js';
import { type FittedPicture, PictureFitter } from '../pictures/fit-picture.js';
import type { Scene } from '../scene/scene.js';
import type { ToolParts } from './parts.js';

const CAPTURE_MS = 20_000;
/** Objects whose paths contain the wanted one. */
const MAX_FOUND = 500;
const MAX_NEAR = 3;
/** Base64 makes 100 KB of it. */
const DEFAULT_PICTURE_BYTES = 75_000;
const ENVELOPE_BYTES = 4 * 1024;
const MIN_ANSWER_BYTES = 12 * 1024;

const side = z.int().min(16).max(2048).describe('Pixels, 1920x1080 in all at most.');

export function screenshotTool({ kit, scene }: ToolParts): Tool {
  const fitter = new PictureFitter();
  return kit.reading({
    name: 'Screenshot',
    title: 'Picture of the scene',
    description:
      'Returns an image of what the camera sees, of 100 KB at most, and the objects in it. labels writes their names.',
    input: z.object({
      width: side.optional(),
      height: side.optional(),
      labels: z.boolean().optional(),
      focus: z.string().max(4_096).optional().describe('Id or path of an object that fills the picture.'),
      format: z.enum(PICTURE_FORMATS).optional(),
    }),
    output: dto.screenshot,
    run: async ({ width, height, labels, focus, format }, context) => {
      const maxBytes = pictureBytes(context);
      const id = focus === undefined ? undefined : await idOf(scene, focus);
      const wanted = {
        ...(width !== undefined && { width }),
        ...(height !== undefined && { height }),
        ...(labels !== undefined && { labels }),
        ...(id !== undefined && { focus: id }),
      };
      const drawn = await scene.call('view.capture', wanted, { deadline: CAPTURE_MS });
      const picture = await fitter.fit(drawn, { format, maxBytes }, context.signal);
      const facts = { ...factsOf(drawn, picture, context), ...(focus !== undefined && { focus }) };
      return new ToolAnswer([image(picture.data, picture.mimeType)], { structured: facts });
    },
  });
}

/** Objects are seen at their pixels in the picture as it is sent. */
function factsOf(drawn: PictureInfo, picture: FittedPicture, { answerBytes }: Context) {
  const { seen, seenTotal, notDrawn } = drawn;
  const [across, down] = [picture.width / drawn.width, picture.height / drawn.height];
  const cards = seen?.map(each => seenOf({ ...each, x: each.x * across, y: each.y * down }));
  const objects = cards === undefined ? undefined : fitting(cards, answerBytes);
  return {
    ok: true,
    mimeType: picture.mimeType,
    width: picture.width,
    height: picture.height,
    sizeBytes: Buffer.byteLength(picture.data, 'base64'),
    ...(picture.note !== undefined && { note: picture.note }),
    ...(notDrawn !== undefined && { notDrawn }),
    ...(objects !== undefined && { seenTotal: seenTotal ?? objects.length, seen: objects }),
  };
}

/** Bytes of the file: the default, or what `maxBytes` of the client leaves for it. */
function pictureBytes({ asksBytes, answerBytes }: Context): number {
  if (asksBytes === undefined) return DEFAULT_PICTURE_BYTES;
  if (answerBytes >= MIN_ANSWER_BYTES) return Math.floor(((answerBytes - ENVELOPE_BYTES) * 3) / 4);
  throw new WorldError(
    'InvalidArgument',
    `A picture does not fit ${answerBytes} bytes.`,
    `Raise maxBytes to ${MIN_ANSWER_BYTES} or more, or leave it out.`,
  );
}

/** The id of an object that is given by its id or by its path. */
async function idOf(scene: Scene, focus: string): Promise<string> {
  if (/^obj:-?\d+$/.test(focus)) return focus;
  const path = focus.startsWith('/') ? focus : `/${focus}`;
  const { items } = await scene.call('object.list', { path, limit: MAX_FOUND });
  const same = items.filter(item => item.path === path);
  const [found, another] = same;
  if (found !== undefined && another === undefined) return found.id;
  const ids = same.slice(0, 5).map(({ id }) => id);
  if (found !== undefined) {
    throw new WorldError(
      'InvalidArgument',
      `${same.length} objects have the path ${path}.`,
      `Give an id as focus: ${ids.join(', ')}.`,
    );
  }
  const near = await nearPaths(scene, path);
  const meant = near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
  throw new WorldError(
    'NotFound',
    `No object has the path ${path}.`,
    `${meant}SearchObjects finds ids and paths.`,
  );
}

/** Paths of objects with the same name, or else paths that are written almost so. */
async function nearPaths(scene: Scene, path: string): Promise<readonly string[]> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const named = name === '' ? [] : (await scene.call('object.list', { name, limit: MAX_NEAR })).items;
  if (named.length > 0) return named.map(item => item.path);
  const { items } = await scene.call('object.list', { limit: MAX_FOUND });
  const paths = items.map(item => item.path);
  return nearMatches(path, paths, MAX_NEAR);
}
