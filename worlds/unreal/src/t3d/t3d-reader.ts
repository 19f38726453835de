import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { ObjectNode } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import { shortClass } from '../port/unreal-paths.js';
import type { TimeSlice } from '../work/time-slice.js';
import { readLongValue, readValue } from './read-value.js';

const MAX_DEPTH = 64;
const MAX_NODES = 200_000;
const MAX_LINE = 1024 * 1024;
/** Longer lines are read with pauses. */
const MAX_SHORT = 16 * 1024;
/** Characters of the name of a property. */
const MAX_NAME = 1_000;

/** Characters between two checks of the time slice. A line counts for some more. */
const BATCH = 4_096;
const LINE_COST = 64;

/**
 * The objects in an exported text. The export declares objects first and writes their properties later, in a second block
 * with the same name: both become one object. Indexed properties become lists where no index is missing. Other lines are
 * kept under "lines". An incomplete text is refused.
 */
export async function parseT3d(text: string, slice: TimeSlice): Promise<readonly ObjectNode[]> {
  const root = new NodeBuilder('', '');
  const open: NodeBuilder[] = [root];
  let nodes = 0;
  let number = 0;
  let read = 0;
  for (const raw of linesOf(text)) {
    number++;
    read += Math.min(raw.length, MAX_SHORT) + LINE_COST;
    if (read >= BATCH) {
      if (slice.isOverAfter(read)) await slice.yieldToEventLoop();
      read = 0;
    }
    if (raw.length > MAX_LINE) throw broken(number, `it has more than ${MAX_LINE} characters`);
    const line = raw.trim();
    if (line === '') continue;
    const inside = open.at(-1) as NodeBuilder;
    const begin = /^Begin\s+(\w+)\s*(.*)$/is.exec(line);
    const end = begin === null ? /^End\s+(\w+)/i.exec(line) : null;
    if (begin !== null) {
      if (open.length > MAX_DEPTH) throw broken(number, `it nests deeper than ${MAX_DEPTH} levels`);
      if (++nodes > MAX_NODES) throw broken(number, `it has more than ${MAX_NODES} objects`);
      open.push(inside.child(begin[1] as string, begin[2] as string));
    } else if (end !== null && inside !== root && inside.isKind(end[1] as string)) {
      open.pop();
    } else if (end !== null) {
      throw broken(number, `"${line.slice(0, 100)}" ends what was not begun`);
    } else if (line.length > MAX_SHORT) await inside.takeLong(line, slice);
    else inside.take(line);
  }
  if (open.length > 1) throw broken(number, `it ends inside of ${(open.at(-1) as NodeBuilder).name}`);
  return (await root.finish(slice)).children;
}

/** One at a time, because an array of all lines could be larger than the text. */
function* linesOf(text: string): Iterable<string> {
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    yield text.slice(start, end);
    start = end + 1;
  }
}

/** What a line sets. */
interface Place {
  readonly name: string;
  readonly index?: number;
  readonly isCustom: boolean;
  readonly text: string;
}

/** A node while its lines are read. */
class NodeBuilder {
  readonly #children = new Map<string, NodeBuilder>();
  readonly #values = new Map<string, JsonValue>();
  readonly #indexed = new Map<string, Map<number, JsonValue>>();
  readonly #lines: string[] = [];
  #kind = '';

  constructor(
    public className: string,
    readonly name: string,
  ) {}

  isKind(kind: string): boolean {
    return this.#kind === kind.toLowerCase();
  }

  child(kind: string, header: string): NodeBuilder {
    const className = shortClass(attribute(header, 'Class') ?? '');
    const name = attribute(header, 'Name');
    const known = name === undefined ? undefined : this.#children.get(name);
    if (
      known !== undefined &&
      (className === '' || known.className === '' || known.className === className)
    ) {
      if (known.className === '') known.className = className;
      known.#kind = kind.toLowerCase();
      return known;
    }
    // Blocks other than objects have no class: the word behind Begin names their kind.
    const other = /^(object|actor)$/i.test(kind) ? className : className || kind;
    const made = new NodeBuilder(other, name ?? '');
    made.#kind = kind.toLowerCase();
    // Blocks without a name or with another class are separate nodes.
    const key = name !== undefined && known === undefined ? name : `\n${this.#children.size}`;
    this.#children.set(key, made);
    return made;
  }

  take(line: string): void {
    const place = this.#placeOf(line);
    if (place !== undefined) this.#put(place, readValue(place.text));
  }

  async takeLong(line: string, slice: TimeSlice): Promise<void> {
    const place = this.#placeOf(line);
    if (place !== undefined) this.#put(place, await readLongValue(place.text, slice));
  }

  /** Undefined for a line without a value, which is kept. */
  #placeOf(line: string): Place | undefined {
    const custom = /^CustomProperties\s+(\w+)\s*(.*)$/s.exec(line);
    if (custom !== null) {
      return { name: custom[1] as string, isCustom: true, text: (custom[2] as string).trim() };
    }
    const equals = line.indexOf('=');
    const left = line.slice(0, Math.max(0, equals)).trimEnd();
    const property = left.length > MAX_NAME ? null : /^([\w ]+?)(?:[([](\d+)[)\]])?$/.exec(left);
    if (property === null) {
      this.#lines.push(line);
      return undefined;
    }
    const [, name, index] = property as unknown as [string, string, string | undefined];
    const text = line.slice(equals + 1).trimStart();
    return { name, isCustom: false, text, ...(index !== undefined && { index: Number(index) }) };
  }

  #put({ name, index, isCustom }: Place, value: JsonValue): void {
    if (isCustom) this.#append('CustomProperties', { [name]: value });
    else if (index === undefined) this.#values.set(name, value);
    else this.#at(name, index, value);
  }

  async finish(slice: TimeSlice): Promise<ObjectNode> {
    const properties: JsonObject = {};
    for (const [name, value] of this.#values) {
      if (slice.isOver) await slice.yieldToEventLoop();
      setMember(properties, name, value);
    }
    for (const [name, items] of this.#indexed) {
      if (slice.isOver) await slice.yieldToEventLoop();
      const dense = Array.from({ length: items.size }, (_, index) => items.get(index));
      const isWhole = !this.#values.has(name) && dense.every(each => each !== undefined);
      if (isWhole) setMember(properties, name, dense as JsonValue[]);
      else for (const [index, value] of items) setMember(properties, `${name}(${index})`, value);
    }
    if (this.#lines.length > 0) properties.lines = this.#lines;
    const children: ObjectNode[] = [];
    for (const child of this.#children.values()) {
      if (slice.isOver) await slice.yieldToEventLoop();
      children.push(await child.finish(slice));
    }
    return {
      class: this.className,
      name: this.name,
      properties,
      children,
    };
  }

  #append(name: string, value: JsonValue): void {
    this.#at(name, this.#indexed.get(name)?.size ?? 0, value);
  }

  #at(name: string, index: number, value: JsonValue): void {
    let items = this.#indexed.get(name);
    if (items === undefined) {
      items = new Map();
      this.#indexed.set(name, items);
    }
    items.set(index, value);
  }
}

/** `__proto__` is a name like any other. */
function setMember(into: JsonObject, name: string, value: JsonValue): void {
  if (name !== '__proto__') into[name] = value;
  else Object.defineProperty(into, name, { value, enumerable: true, writable: true, configurable: true });
}

function attribute(header: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|(\\S+))`, 'i').exec(header);
  return found === null ? undefined : (found[1] ?? found[2]);
}

function broken(line: number, what: string): UnrealError {
  return new UnrealError('failed', `The exported text cannot be read at line ${line}: ${what}.`);
}
