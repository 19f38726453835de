import { cutText } from '@worldwire/server/kit';

const MAX_TEXT = 500;
/** Characters of the arguments, of before and of after, each as JSON. */
const MAX_PART = 2_000;
const MAX_ITEMS = 50;

/** A shortened copy, or its beginning as text. */
export function bounded(value: unknown, max = MAX_PART): unknown {
  const copy = shortened(value);
  const json: string | undefined = JSON.stringify(copy);
  return json === undefined || json.length <= max ? copy : cutText(json, max);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value, MAX_TEXT);
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([name, item]) => [cutText(name, MAX_TEXT), shortened(item)]),
  );
}
