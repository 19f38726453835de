import { UNIVERSE_ID } from '../service/universe-id.js';
import { type Json, number, parameter, text, whole } from './openapi-schemas.js';
import { IF_MATCH, KEY, MAX_PER_PAGE, PAGE } from './parameters.js';
import { MAX_BODIES, MAX_PIXELS, MIN_PIXELS } from './sky-routes.js';
import { MAX_NAME } from './universe-routes.js';

export const inPath: Json = { name: 'id', in: 'path', required: true, schema: text };
export const named: Json = {
  ...text,
  minLength: 1,
  maxLength: MAX_NAME,
  pattern: '^(?=[\\s\\S]*\\S)[^\\p{Cc}\\p{Cs}]*$',
};
export const universeId: Json = { ...text, pattern: UNIVERSE_ID.source };

export const key = parameter(
  'header',
  'Idempotency-Key',
  { ...text, pattern: KEY.source },
  'A retry with the same key gives the recorded outcome and does nothing again.',
);
export const ifMatch = parameter(
  'header',
  'If-Match',
  { ...text, pattern: IF_MATCH.source },
  'The ETag or the revision this write was thought up on; 409 when it is another by now.',
);
export const returning = parameter(
  'query',
  'returning',
  { enum: ['state', 'changes'], default: 'state' },
  'The whole state, or only what changed.',
);
export const paging = parameter(
  'query',
  'limit',
  { ...whole, minimum: 1, maximum: MAX_PER_PAGE, default: PAGE },
  'Items per page; fewer where they are large.',
);
export const time = parameter('query', 't', number, 'Seconds; the time of the universe unless given.');
export const placed = parameter(
  'query',
  'body',
  { type: 'array', items: text, maxItems: MAX_BODIES },
  'The ids of bodies, one parameter each: only their positions.',
);
const pixels = { ...whole, minimum: MIN_PIXELS, maximum: MAX_PIXELS };
export const drawn = [
  time,
  parameter('query', 'width', pixels, 'Pixels.'),
  parameter('query', 'height', pixels, 'Pixels.'),
  parameter('query', 'focus', text, 'The id of a body: only what goes round it.'),
];
