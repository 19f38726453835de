import { PICTURE_FORMATS } from '@worldwire/picture';
import { type Context, embedded, image, ToolAnswer, text, WorldError } from '@worldwire/server';
import { META_REVISION } from '@worldwire/server/kit';
import { dateOf } from '../queries/instant.js';
import type { Reading } from '../service/committed-states.js';
import type { DrawnMap, Sky } from '../service/sky.js';
import { mapUri } from './uris.js';

/** In Base64 and with its text, a picture has less than 100 KB. */
export const MAX_PICTURE_BYTES = 72_000;
export const MAP_FORMATS = [...PICTURE_FORMATS, 'svg'] as const;
export const DEFAULT_SIZE = { width: 960, height: 640 };
const ENVELOPE_BYTES = 4 * 1024;
const MIN_ANSWER_BYTES = 12 * 1024;

export interface PictureRequest {
  readonly focus?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly format?: (typeof MAP_FORMATS)[number] | undefined;
}

/** A map as an image, with a text that says what is on it. */
export async function pictureAnswer(
  sky: Sky,
  id: string,
  read: Reading,
  request: PictureRequest,
  t: number | undefined,
  context: Context,
): Promise<ToolAnswer> {
  const options = mapOptions(request, t);
  const { focus, format } = request;
  const focused = focus === undefined ? '' : `, focus ${JSON.stringify(focus)}`;
  if (format === 'svg') return svgAnswer(await sky.mapOf(read, options), id, focused, context);
  const maxBytes = pictureBytes(context);
  const map = await sky.pictureOf(read, context, { ...options, format, maxBytes });
  const { data, mimeType, width, height, detail } = map.picture;
  const smaller = width === options.width ? '' : `, smaller than requested to stay within ${maxBytes} bytes`;
  const name = mimeType === 'image/png' ? 'PNG' : 'JPEG';
  const what = `${name}, ${width} x ${height} pixels, ${detail}, ${data.byteLength} bytes${smaller}${focused}`;
  const said = describe(map, what);
  return new ToolAnswer([text(said), image(data, mimeType)], factsOf(map, said));
}

/** The options of a map, at a size that a model reads well unless one is given. */
export function mapOptions({ focus, width, height }: PictureRequest, t: number | undefined) {
  const ratio = DEFAULT_SIZE.height / DEFAULT_SIZE.width;
  const size =
    width === undefined && height === undefined
      ? DEFAULT_SIZE
      : {
          width: width ?? Math.round((height as number) / ratio),
          height: height ?? Math.round((width as number) * ratio),
        };
  return { ...size, ...(focus !== undefined && { focus }), ...(t !== undefined && { t }) };
}

/** Bytes of a picture: the default, or what `maxBytes` of the client leaves for it. */
export function pictureBytes({ answerBytes, asksBytes }: Pick<Context, 'answerBytes' | 'asksBytes'>): number {
  if (asksBytes === undefined) return MAX_PICTURE_BYTES;
  if (answerBytes >= MIN_ANSWER_BYTES) return Math.floor(((answerBytes - ENVELOPE_BYTES) * 3) / 4);
  throw new WorldError(
    'InvalidArgument',
    `A picture does not fit ${answerBytes} bytes.`,
    `Raise maxBytes to ${MIN_ANSWER_BYTES} or more, or leave it out.`,
  );
}

function svgAnswer(map: DrawnMap, id: string, focused: string, context: Context): ToolAnswer {
  const bytes = Buffer.byteLength(JSON.stringify(map.svg)) + ENVELOPE_BYTES;
  if (bytes > context.answerBytes) {
    throw new WorldError(
      'InvalidArgument',
      `The SVG needs ${bytes} bytes; the limit of this answer is ${context.answerBytes}.`,
      `Raise the limit with {"maxBytes":${bytes}}, leave format out for a PNG, or give picture.focus to draw less.`,
    );
  }
  const resource = { uri: mapUri(id), mimeType: 'image/svg+xml', text: map.svg };
  const said = describe(map, `SVG, ${Buffer.byteLength(map.svg)} bytes${focused}`);
  return new ToolAnswer([text(said), embedded(resource)], factsOf(map, said));
}

function describe({ t, text: contents }: DrawnMap | Omit<DrawnMap, 'svg'>, what: string): string {
  const date = dateOf(t);
  return `${what}. t = ${t} s${date === undefined ? '' : ` (${date} TDB)`}. ${contents}`;
}

/** The text once more, for clients that read only structured content. */
function factsOf({ revision, t }: Omit<DrawnMap, 'svg'>, said: string) {
  return { structured: { revision, t, picture: said }, meta: { [META_REVISION]: revision } };
}
