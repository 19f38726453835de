import type { PictureInfo, SeenObject } from '@worldwire/engine';
import { PICTURE_FORMATS, type Raster, type Size } from '@worldwire/picture';
import { type Context, image, type Tool, ToolAnswer } from '@worldwire/server';
import { z } from 'zod';
import { seenOf } from '../dto/cards.js';
import { fitting } from '../dto/page.js';
import * as dto from '../dto/schemas.js';
import { type FittedPicture, PictureFitter } from '../pictures/fit-picture.js';
import { withLabels } from '../pictures/labels.js';
import { pictureBytes } from '../pictures/picture-bytes.js';
import { idOf } from '../scene/object-id.js';
import type { ToolParts } from './parts.js';

const CAPTURE_MS = 20_000;

const side = z.int().min(16).max(2048).describe('Pixels, 1920x1080 in all at most.');

const input = z.object({
  width: side.optional(),
  height: side.optional(),
  labels: z.boolean().optional(),
  focus: z.string().max(4_096).optional().describe('Id or path of an object that fills the picture.'),
  camera: z.string().max(4_096).optional().describe('Id or path of another camera.'),
  format: z.enum(PICTURE_FORMATS).optional(),
});

type Given = z.output<typeof input>;

export function screenshotTool({ kit, scene, places }: ToolParts): Tool {
  const fitter = new PictureFitter();
  return kit.reading({
    name: 'Screenshot',
    title: 'Picture of the scene',
    description:
      'Returns an image of what the camera sees, of 100 KB at most, and the objects in it. labels writes their names.',
    input,
    output: dto.screenshot,
    run: (given, context) => places.pictures.run(context.principal, () => taken(given, context)),
  });

  async function taken(
    { width, height, labels, focus, camera, format }: Given,
    context: Context,
  ): Promise<ToolAnswer> {
    const maxBytes = pictureBytes(context);
    const id = focus === undefined ? undefined : await idOf(scene, focus, 'focus');
    const wanted = {
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      ...(id !== undefined && { focus: id }),
      ...(camera !== undefined && { camera: await idOf(scene, camera, 'camera') }),
    };
    const drawn = await scene.call('view.capture', wanted, { deadline: CAPTURE_MS });
    const draw =
      labels === true ? (picture: Raster) => withLabels(picture, seenIn(drawn, picture)) : undefined;
    const picture = await fitter.fit(drawn, { format, maxBytes, draw }, context.signal);
    const facts = { ...factsOf(drawn, picture, context), ...(focus !== undefined && { focus }) };
    return new ToolAnswer([image(picture.data, picture.mimeType)], { structured: facts });
  }
}

/** The objects at their pixels in the picture as it is sent. */
function seenIn({ seen = [], width, height }: PictureInfo, picture: Size): readonly SeenObject[] {
  const [across, down] = [picture.width / width, picture.height / height];
  return seen.map(each => ({ ...each, x: each.x * across, y: each.y * down }));
}

function factsOf(drawn: PictureInfo, picture: FittedPicture, { answerBytes }: Context) {
  const { seen, seenTotal, notDrawn } = drawn;
  const cards = seen && seenIn(drawn, picture).map(seenOf);
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
