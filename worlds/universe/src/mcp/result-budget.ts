import { type Context, WorldError } from '@worldwire/server';
import { fitItems, resultBytesOf } from '@worldwire/server/kit';
import { shorten } from './shorten.js';

/** Of the message around the JSON of an answer. */
const ENVELOPE_BYTES = 512;
/** Of the fields that are added when the items are known: counts, cursor and note. */
const PAGE_FIELD_BYTES = 512;
const COMMA_BYTES = 2;
const COMMAND_ENVELOPE_BYTES = 256;
/** Of JSON in a result: a character has at most three in each of the two copies. */
const MAX_BYTES_PER_CHARACTER = 6;
const FEW_ITEMS = 16;

type Budget = Pick<Context, 'answerBytes'>;

/** Bytes that the JSON of the answer to a command may have, counting both of its copies. */
export function commandRoom({ answerBytes }: Budget): number {
  return answerBytes - COMMAND_ENVELOPE_BYTES;
}

/** Bytes that the JSON of a result may have, counting both of its copies. */
export function answerRoom({ answerBytes }: Budget): number {
  return answerBytes - ENVELOPE_BYTES;
}

/** Whether a result can have so much JSON twice: as structured content, and as text that is JSON in JSON. */
export function fitsTwice(json: string, room: number): boolean {
  // The fast path.
  if (json.length * MAX_BYTES_PER_CHARACTER <= room) return true;
  return Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json)) <= room;
}

/** Bytes of a value in a resource, which has it once, as text that is JSON in JSON. */
export function textBytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(value))) + COMMA_BYTES;
}

/** Bytes that the items of a page of a resource may have. */
export function pageRoom({ answerBytes }: Budget): number {
  return answerBytes - ENVELOPE_BYTES - PAGE_FIELD_BYTES;
}

/**
 * The first items that fit into a result beside the fields of `head`. An item that does not even fit alone is shortened, so
 * that every page leads on.
 */
export function fitAnswer<Item extends object>(
  head: object,
  items: readonly Item[],
  room: number,
): readonly object[] {
  if (items.length <= FEW_ITEMS) {
    // The fast path of a few entities: they are written once instead of four times.
    const { length } = JSON.stringify([head, items]);
    if (length * MAX_BYTES_PER_CHARACTER + PAGE_FIELD_BYTES <= room) return items;
  }
  const max = room - resultBytesOf(head) - PAGE_FIELD_BYTES;
  const fitted = fitItems(items, { max, sizeOf: itemBytes });
  const [first] = items;
  if (fitted.length > 0 || first === undefined) return fitted;
  for (const short of [shorten(first), outline(first)]) if (itemBytes(short) <= max) return [short];
  const least = itemBytes(outline(first));
  const maxBytes = least + ENVELOPE_BYTES + PAGE_FIELD_BYTES + resultBytesOf(head);
  throw new WorldError(
    'InvalidArgument',
    `The answer has no room for one item: ${Math.max(0, max)} bytes are left, and it needs ${least}.`,
    `Raise the limit to {"maxBytes":${maxBytes}} or more, or leave it out for 65536 bytes.`,
  );
}

function itemBytes(item: object): number {
  return resultBytesOf(item) + COMMA_BYTES;
}

/** The item without its long fields. */
function outline(item: object): object {
  const { op, in: kind, id, name } = item as Record<string, unknown>;
  const omitted = `${JSON.stringify(item).length} characters; name some with fields, or raise maxBytes`;
  return {
    ...(op !== undefined && { op }),
    ...(kind !== undefined && { in: kind }),
    id,
    ...(typeof name === 'string' && { name }),
    omitted,
  };
}
