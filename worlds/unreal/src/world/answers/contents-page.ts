import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { characterEnd, fitItems, resultBytesOf } from '@worldwire/server/kit';
import type { ObjectNode } from '../../port/operations.js';
import { bytesUpTo, fitJson } from './fit-json.js';

/** One object of a package, without those inside it. */
interface FlatObject {
  readonly class: string;
  readonly name: string;
  /** Names of the objects around it: "BP_Door.EventGraph". */
  readonly in?: string;
  readonly properties: JsonObject;
  readonly pins?: ObjectNode['pins'];
}

interface ContentsPage {
  readonly text?: string;
  readonly objects?: readonly (ObjectNode | FlatObject)[];
  /** Of the whole text. */
  readonly characters?: number;
  /** Objects of the whole package. */
  readonly total?: number;
  readonly nextOffset?: number;
  readonly note?: string;
}

/** A part of a text that fits. */
export function textPage(all: string, offset: number, limit: number, room: number): ContentsPage {
  const characters = all.length;
  let text = all.slice(offset, characterEnd(all, offset + limit));
  while (text.length > 1 && resultBytesOf(text) > room) {
    text = text.slice(0, characterEnd(text, Math.floor(text.length * 0.8)));
  }
  // A line is cut only where it is longer than the whole part.
  const lineEnd = text.lastIndexOf('\n') + 1;
  if (offset + text.length < characters && lineEnd > 0) text = text.slice(0, lineEnd);
  const nextOffset = offset + text.length;
  if (nextOffset >= characters) return { text, characters };
  const note = `Characters ${offset} to ${nextOffset} of ${characters}. Continue with offset ${nextOffset}, or name a graph or an object.`;
  return { text, characters, nextOffset, note };
}

/** The objects as a tree where all fit; else a part of the list of all, each with the names of those around it. */
export function objectPage(
  objects: readonly ObjectNode[],
  offset: number,
  limit: number,
  room: number,
): ContentsPage {
  const all = [...flat(objects)];
  const total = all.length;
  if (offset === 0 && total <= limit && bytesUpTo(objects as never, room) <= room) return { objects, total };
  const some = all.slice(offset, offset + limit);
  const kept = fitItems(some, { max: room, sizeOf: resultBytesOf });
  const first = some[0];
  // One object alone may be too large. Its largest values are cut.
  const page = kept.length === 0 && first !== undefined ? [cutObject(first, room)] : kept;
  const nextOffset = offset + page.length;
  const cut = page === kept ? '' : ' Some values of this object are cut: get_property returns them.';
  if (nextOffset >= total) return { objects: page, total, ...(cut !== '' && { note: cut.trim() }) };
  const note = `Objects ${offset} to ${nextOffset} of ${total}. Continue with offset ${nextOffset}.${cut}`;
  return { objects: page, total, nextOffset, note };
}

function* flat(objects: readonly ObjectNode[], around?: string): Iterable<FlatObject> {
  for (const { class: kind, name, properties, pins, children } of objects) {
    yield {
      class: kind,
      name,
      ...(around !== undefined && { in: around }),
      properties,
      ...(pins && { pins }),
    };
    yield* flat(children, around === undefined ? name : `${around}.${name}`);
  }
}

function cutObject(object: FlatObject, room: number): FlatObject {
  const { pins, ...others } = object;
  const properties = fitJson(object.properties, (room - 1_000) / (pins === undefined ? 1 : 2)).value;
  const shown = pins && fitJson(pins as unknown as JsonValue[], (room - 1_000) / 2).value;
  return { ...others, properties, ...(shown && { pins: shown as unknown as ObjectNode['pins'] & object }) };
}
