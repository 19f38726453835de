import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { resultBytesOf } from '@worldwire/server/kit';
import type { ActorDetail, AssetDetail } from '../../port/operations.js';
import { fitJson } from './fit-json.js';
import { type BlueprintOutline, fittedOutline, isDataOnly } from './outline.js';

/** Of the description of a Blueprint with nodes or of an asset with a summary, unless the caller raises the limit of the answer. */
const USUAL_BYTES = 9_000;
/** Of the outline in it. */
const OUTLINE_BYTES = 6_000;
/** Of the summary in it: about 2,000 characters, since a result has each twice. */
const SUMMARY_BYTES = 4_000;
/** Rows whose size is stated. */
const MAX_SIZES = 3;
const DEFAULT_ANSWER_BYTES = 64 * 1024;

interface Fitted<Detail> {
  readonly detail: Detail;
  /** What was left out, such as "3 of 10 variables". */
  readonly missing: readonly string[];
}

export type ShownAsset = Omit<AssetDetail, 'blueprint' | 'summary'> & {
  readonly blueprint?: BlueprintOutline;
  /** As indented text. */
  readonly summary?: string;
};

/** A description within `max` bytes. `start` is the number of table rows before this page; undefined for a single row. */
export function fittedAsset(asset: AssetDetail, start: number | undefined, max: number): Fitted<ShownAsset> {
  const {
    tags,
    summary,
    blueprint,
    dataTable,
    stringTable,
    properties,
    notes,
    nextCursor: _,
    ...facts
  } = asset;
  const isRaised = max > DEFAULT_ANSWER_BYTES;
  const hasNodes = blueprint !== undefined && !isDataOnly(blueprint);
  const isShort = !isRaised && (hasNodes || summary !== undefined);
  const room = new Room(isShort ? Math.min(USUAL_BYTES, max) : max);
  const lines = summary && room.lines(summary, isRaised ? max / 4 : Math.min(SUMMARY_BYTES, max / 2));
  const outlineBytes = isShort ? Math.min(OUTLINE_BYTES, max / 2) : max * (hasNodes ? 0.5 : 0.75);
  const outline = blueprint && fittedOutline(blueprint, outlineBytes);
  if (outline !== undefined) room.take(outlineBytes, outline.missing);
  const rows = dataTable && room.rows(dataTable.rows as JsonObject, 0.6);
  const entries = stringTable && (room.rows(stringTable.entries, 0.6) as Record<string, string>);
  const shown = Object.keys(rows ?? entries ?? {}).length;
  // A page that is cut because of its size ends earlier.
  const end = (start ?? 0) + shown;
  const more = start !== undefined && end < (dataTable ?? stringTable ?? { total: 0 }).total && shown > 0;
  const detail: ShownAsset = {
    ...facts,
    ...(lines !== undefined && { summary: lines }),
    ...(outline && { blueprint: outline.outline }),
    ...(rows && { dataTable: { ...dataTable, rows } }),
    ...(entries && { stringTable: { ...stringTable, entries } }),
    ...(more && { nextCursor: String(end) }),
    ...(notes && { notes: room.fit('notes', notes as string[], 0.2) }),
    ...(tags && { tags: room.fit('tags', tags as Record<string, string>, 0.3) }),
    ...(properties && { properties: room.fit('properties', properties, 0.6) }),
  };
  return { detail, missing: room.missing };
}

export function fittedActor(actor: ActorDetail, max: number): Fitted<ActorDetail> {
  const room = new Room(max);
  const { components, properties, notes } = actor;
  const detail = {
    ...actor,
    ...(notes && { notes: room.fit('notes', notes as string[], 0.2) }),
    components: room.fit('components', components as unknown as JsonValue[], 0.5) as never,
    properties: room.fit('properties', properties, 0.6),
  };
  return { detail, missing: room.missing };
}

/** The bytes that are left for the next parts. */
class Room {
  readonly missing: string[] = [];
  #left: number;

  constructor(max: number) {
    this.#left = max;
  }

  take(bytes: number, missing: readonly string[]): void {
    this.#left -= bytes;
    this.missing.push(...missing);
  }

  fit<Part extends JsonValue>(what: string, part: Part, share: number): Part {
    const { value, shown, cut, bytes } = fitJson(part, this.#left * share);
    const total = Object.keys(part as object).length;
    const lost = total - shown + cut;
    this.take(bytes, lost > 0 ? [`${lost} of ${total} ${what}`] : []);
    return value;
  }

  /** The first lines of a text that fit. */
  lines(lines: readonly string[], max: number): string {
    let [bytes, count] = [0, 0];
    for (const line of lines) {
      bytes += resultBytesOf(line);
      if (bytes > max && count > 0) break;
      count++;
    }
    const left = lines.length - count;
    const text = [...lines.slice(0, count), ...(left > 0 ? [`… ${left} more lines`] : [])].join('\n');
    this.take(resultBytesOf(text), left > 0 ? [`${left} of ${lines.length} lines of the summary`] : []);
    return text;
  }

  /** The first rows that fit; the next page has the others. A row that is too large by itself is cut. */
  rows(record: JsonObject, share: number): JsonObject {
    const { value, cut, bytes } = fitJson(record, this.#left * share);
    this.take(bytes, cut > 0 ? [cutRows(record, value)] : []);
    return value;
  }
}

/** "1 of 20 rows in part (Oak has 81234 characters)". A row that fits is the same value. */
function cutRows(record: JsonObject, shown: JsonObject): string {
  const cut = Object.keys(shown).filter(name => shown[name] !== record[name]);
  const sizes = cut
    .slice(0, MAX_SIZES)
    .map(name => `${name} has ${JSON.stringify(record[name]).length} characters`);
  const more = cut.length > MAX_SIZES ? [`${cut.length - MAX_SIZES} more`] : [];
  return `${cut.length} of ${Object.keys(record).length} rows in part (${[...sizes, ...more].join(', ')})`;
}
