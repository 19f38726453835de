import { PICTURE_FORMATS, type PictureFormat } from '@worldwire/picture';
import type { Steps, WebAnswer, WebRequest, WebRoute } from '@worldwire/server';
import { chunksOf } from '../domain/index.js';
import type { Positions, Sky } from '../service/sky.js';
import type { Universes } from '../service/universes.js';
import { MAX_PIXELS, MIN_PIXELS } from '../sky/map/map-svg.js';
import { documentTag, entityTag, finiteNumber, invalid, wholeNumber } from './parameters.js';
import { idOf } from './universe-routes.js';
import { withRefusals } from './with-refusals.js';

/** Bodies that a request for positions may name. */
export const MAX_BODIES = 200;

/** Positions and maps. */
export function skyRoutes(universes: Universes, sky: Sky): readonly WebRoute[] {
  return [
    {
      method: 'GET',
      path: '/universes/:id/ephemeris',
      access: 'read',
      answer: withRefusals(async request => {
        const at = finiteNumber(request, 't');
        const ids = bodiesWanted(request);
        const loaded = await universes.open(idOf(request));
        const wanted = { ...(at !== undefined && { at }), ...(ids !== undefined && { ids }) };
        return sky.positions(loaded, request, wanted, positionsAnswer);
      }),
    },
    {
      method: 'GET',
      path: '/universes/:id/map.svg',
      access: 'read',
      answer: withRefusals(async request => {
        const options = mapOptions(request);
        const loaded = await universes.open(idOf(request));
        const { svg, revision } = await sky.map(loaded, request, options);
        return picture(svg, 'image/svg+xml', documentTag(loaded.head, revision));
      }),
    },
    ...PICTURE_FORMATS.map(format => pictureRoute(universes, sky, format)),
  ];
}

/** The extension of the path is the format. */
function pictureRoute(universes: Universes, sky: Sky, format: PictureFormat): WebRoute {
  return {
    method: 'GET',
    path: `/universes/:id/map.${format}`,
    access: 'read',
    answer: withRefusals(async request => {
      const maxBytes = wholeNumber(request, 'maxBytes');
      const options = { ...mapOptions(request), format, ...(maxBytes !== undefined && { maxBytes }) };
      const loaded = await universes.open(idOf(request));
      const { picture: drawn, revision } = await sky.picture(loaded, request, options);
      return picture(drawn.data, drawn.mimeType, documentTag(loaded.head, revision));
    }),
  };
}

/** The ids of bodies, or undefined for all. */
function bodiesWanted({ query }: WebRequest): readonly string[] | undefined {
  const ids = query.getAll('body');
  if (ids.length > MAX_BODIES) {
    throw invalid(`body may be repeated ${MAX_BODIES} times, not ${ids.length}.`, 'Send several requests.');
  }
  return ids.length === 0 ? undefined : ids;
}

/** In steps: there may be many bodies. */
function* positionsAnswer({ t, bodies, revision }: Positions): Steps<WebAnswer> {
  const written: string[] = [];
  for (const chunk of chunksOf(bodies)) {
    written.push(JSON.stringify(chunk).slice(1, -1));
    yield;
  }
  const body = `{"t":${JSON.stringify(t)},"bodies":[${written.join(',')}],"revision":${revision}}`;
  return { status: 200, headers: entityTag(revision), body };
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
  if (value === undefined || (value >= MIN_PIXELS && value <= MAX_PIXELS)) return value;
  throw invalid(
    `${name} must be ${MIN_PIXELS} to ${MAX_PIXELS} pixels, not ${value}.`,
    `Correct ${name}, or leave it out.`,
  );
}

/** The names in a map come from clients, so the policy forbids scripts. */
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
