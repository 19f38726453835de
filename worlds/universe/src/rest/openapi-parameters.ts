import { UNIVERSE_ID } from '../service/universe-id.js';
import { MAX_PIXELS, MIN_PIXELS } from '../sky/map/map-svg.js';
import { type Json, number, parameter, text, whole } from './openapi-schemas.js';
import { DEFAULT_PER_PAGE, IF_MATCH, KEY, MAX_PER_PAGE } from './parameters.js';
import { MAX_BODIES } from './sky-routes.js';
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
  'Idempotency key. A retry with the same key returns the recorded outcome and changes nothing.',
);
export const ifMatch = parameter(
  'header',
  'If-Match',
  { ...text, pattern: IF_MATCH.source },
  'Expected ETag or revision; 409 if the universe has changed.',
);
export const returning = parameter(
  'query',
  'returning',
  { enum: ['state', 'changes'], default: 'state' },
  'Content of the answer: the whole state, or only the changes.',
);
export const paging = parameter(
  'query',
  'limit',
  { ...whole, minimum: 1, maximum: MAX_PER_PAGE, default: DEFAULT_PER_PAGE },
  'Items per page; fewer if they are large.',
);
export const time = parameter('query', 't', number, 'Seconds; default: the time of the universe.');
export const placed = parameter(
  'query',
  'body',
  { type: 'array', items: text, maxItems: MAX_BODIES },
  'Return only the body with this id; may be repeated.',
);
const pixels = { ...whole, minimum: MIN_PIXELS, maximum: MAX_PIXELS };
export const drawn = [
  time,
  parameter('query', 'width', pixels, 'Pixels.'),
  parameter('query', 'height', pixels, 'Pixels.'),
  parameter('query', 'focus', text, 'Id or name of a body: draw only its system.'),
];
export const pictureBytes = parameter(
  'query',
  'maxBytes',
  whole,
  'Maximum size of the file: it has fewer colours or a lower quality, or fewer pixels, to stay within.',
);
