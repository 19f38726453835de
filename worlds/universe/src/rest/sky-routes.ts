import { json, type WebAnswer, type WebRequest, type WebRoute } from '@worldwire/server';
import type { Sky } from '../service/sky.js';
import type { Universes } from '../service/universes.js';
import { documentTag, entityTag, finiteNumber, invalid, wholeNumber } from './parameters.js';
import { answered } from './refusals.js';
import { idOf } from './universe-routes.js';

export const LEAST_PIXELS = 200;
export const MOST_PIXELS = 2_400;

/** Where everything is, in numbers and in pictures. */
export function skyRoutes(universes: Universes, sky: Sky): readonly WebRoute[] {
  return [
    {
      method: 'GET',
      path: '/universes/:id/ephemeris',
      access: 'read',
      answer: async request => {
        const live = await universes.open(idOf(request));
        const { revision, ...positions } = await sky.ephemeris(live, finiteNumber(request, 't'));
        return json(200, { ...positions, revision }, entityTag(revision));
      },
    },
    {
      method: 'GET',
      path: '/universes/:id/map.svg',
      access: 'read',
      answer: async request => {
        const live = await universes.open(idOf(request));
        const { svg, revision } = await sky.map(live, mapOptions(request));
        return picture(svg, 'image/svg+xml', documentTag(live.head, revision));
      },
    },
    {
      method: 'GET',
      path: '/universes/:id/map.png',
      access: 'read',
      answer: request =>
        answered(async () => {
          const live = await universes.open(idOf(request));
          const { png, revision } = await sky.picture(live, mapOptions(request));
          return picture(png, 'image/png', documentTag(live.head, revision));
        }),
    },
  ];
}

function mapOptions(request: WebRequest) {
  const t = finiteNumber(request, 't');
  const width = pixels(request, 'width');
  const height = pixels(request, 'height');
  const focus = request.query.get('focus');
  return {
    ...(t !== undefined && { t }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(focus !== null && { focus }),
  };
}

function pixels(request: WebRequest, name: string): number | undefined {
  const value = wholeNumber(request, name);
  if (value === undefined || (value >= LEAST_PIXELS && value <= MOST_PIXELS)) return value;
  throw invalid(`${name} is ${LEAST_PIXELS} to ${MOST_PIXELS} pixels.`);
}

/** A drawing from a stranger's names must not run as a page of this server. */
function picture(body: string | Uint8Array, type: string, tag: { readonly etag: string }): WebAnswer {
  return {
    status: 200,
    headers: {
      'content-type': type,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      ...tag,
    },
    body,
  };
}
