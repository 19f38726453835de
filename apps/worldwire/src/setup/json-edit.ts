/**
 * Edits of one member of a JSON document as text, so that every byte around it stays: order, indentation,
 * line endings, the spelling of numbers. The text must be valid JSON with an object at its root.
 */

type Path = readonly [string, ...string[]];

/** Puts a value at a path, making the objects on the way. Throws a TypeError where one of them is something else. */
export function setMember(text: string, path: Path, value: unknown): string {
  return setIn(text, rootStart(text), path, value, styleOf(text));
}

/** Takes the member at a path away. Gives the text unchanged when it is not there. */
export function removeMember(text: string, path: Path): string {
  let at: number = rootStart(text);
  for (const key of path.slice(0, -1)) {
    const member = findLast(scanObject(text, at), key);
    if (member === undefined || text[member.start] !== '{') return text;
    at = member.start;
  }
  const key = path.at(-1) as string;
  const object = scanObject(text, at);
  const index = object.members.findLastIndex(member => member.key === key);
  const member = object.members[index];
  if (member === undefined) return text;
  const [before, after] = [object.members[index - 1], object.members[index + 1]];
  const [from, to] =
    after !== undefined
      ? [member.keyStart, after.keyStart]
      : before !== undefined
        ? [before.end, member.end]
        : [object.start + 1, object.end - 1];
  // Once more, because a key that stands twice would otherwise come back with its older value.
  return removeMember(text.slice(0, from) + text.slice(to), path);
}

interface Member {
  readonly key: string;
  readonly keyStart: number;
  /** Where the value begins, and where it has ended. */
  readonly start: number;
  readonly end: number;
}

interface ScannedObject {
  readonly start: number;
  readonly end: number;
  readonly members: readonly Member[];
}

interface Style {
  readonly unit: string;
  readonly newline: string;
  /** Everything stands on one line, and stays there. */
  readonly compact: boolean;
}

function setIn(text: string, at: number, [key, ...rest]: Path, value: unknown, style: Style): string {
  const object = scanObject(text, at);
  const member = findLast(object, key);
  if (member === undefined) {
    const whole = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    return insert(text, object, key, whole, style);
  }
  if (rest.length > 0) {
    if (text[member.start] !== '{') throw new TypeError(`"${key}" is not an object.`);
    return setIn(text, member.start, rest as unknown as Path, value, style);
  }
  const indent = style.compact ? undefined : indentAt(text, member.keyStart);
  return text.slice(0, member.start) + render(value, indent, style) + text.slice(member.end);
}

function insert(
  text: string,
  { start, end, members }: ScannedObject,
  key: string,
  value: unknown,
  style: Style,
): string {
  const last = members.at(-1);
  const alone = last === undefined;
  const inline = style.compact || (!alone && !ownLine(text, last.keyStart));
  const from = alone ? start + 1 : last.end;
  const to = alone ? end - 1 : last.end;
  if (inline) {
    const gap = alone ? '' : style.compact ? ',' : ', ';
    return `${text.slice(0, from)}${gap}${JSON.stringify(key)}:${style.compact ? '' : ' '}${JSON.stringify(value)}${text.slice(to)}`;
  }
  const outer = indentAt(text, start);
  const indent = alone ? outer + style.unit : indentAt(text, last.keyStart);
  const line = `${style.newline}${indent}${JSON.stringify(key)}: ${render(value, indent, style)}`;
  return `${text.slice(0, from)}${alone ? '' : ','}${line}${alone ? style.newline + outer : ''}${text.slice(to)}`;
}

function render(value: unknown, indent: string | undefined, { unit, newline }: Style): string {
  if (indent === undefined) return JSON.stringify(value);
  return JSON.stringify(value, null, unit).replaceAll('\n', newline + indent);
}

function styleOf(text: string): Style {
  const body = text.trim();
  return {
    unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    compact: !body.includes('\n') && !/^\{\s*\}$/.test(body),
  };
}

/** The white space at the beginning of the line that a position stands in. */
function indentAt(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function ownLine(text: string, position: number): boolean {
  return text.slice(text.lastIndexOf('\n', position - 1) + 1, position).trim() === '';
}

/** Of a key that stands twice the last one counts, as for JSON.parse. */
function findLast(object: ScannedObject, key: string): Member | undefined {
  return object.members.findLast(member => member.key === key);
}

function rootStart(text: string): number {
  return skipSpace(text, 0);
}

function scanObject(text: string, start: number): ScannedObject {
  const members: Member[] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== '}') {
    const keyStart = at;
    const keyEnd = skipValue(text, at);
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = skipValue(text, valueStart);
    members.push({
      key: JSON.parse(text.slice(keyStart, keyEnd)) as string,
      keyStart,
      start: valueStart,
      end,
    });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return { start, end: at + 1, members };
}

function skipSpace(text: string, at: number): number {
  while (/\s/.test(text[at] ?? '')) at++;
  return at;
}

/** The position after the value that begins here. Counts brackets, so that deep nesting costs no stack. */
function skipValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; ) {
    const letter = text[at] as string;
    if (letter === '"') at = skipString(text, at);
    else if (letter === '{' || letter === '[') {
      depth++;
      at++;
    } else if (letter === '}' || letter === ']') {
      depth--;
      at++;
    } else if (/[\s,:]/.test(letter)) at++;
    else at = skipWord(text, at);
    if (depth === 0) return at;
  }
  return text.length;
}

function skipString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** A number, true, false or null. */
function skipWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && /[\w.+-]/.test(text[at] as string)) at++;
  return at;
}
