/**
 * Edits one member of a JSON document as text, so that every other byte stays: order, indentation, line endings, comments, the spelling
 * of numbers. The text must be valid JSON with an object at its root; it may have comments and trailing commas.
 */

type Path = readonly [string, ...string[]];

/** Sets the value at a path and creates missing objects. Throws a TypeError when a value on the path is not an object. */
export function setMember(text: string, path: Path, value: unknown): string {
  return setIn(text, rootStart(text), path, value, styleOf(text));
}

/** Removes the member at a path. Returns the text unchanged when there is none. */
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
  // Repeated, because an earlier duplicate of the key would otherwise become effective.
  return removeMember(without(text, object, index), path);
}

/** The text without one member, its comma and its white space. Comments stay. */
function without(text: string, { start, end, members }: ScannedObject, index: number): string {
  const member = members[index] as Member;
  const before = members[index - 1];
  const after = members[index + 1];
  if (after !== undefined) {
    const gap = text.slice(member.end, after.keyStart);
    const to = /^\s*,\s*$/.test(gap) ? after.keyStart : (member.comma as number) + 1;
    return text.slice(0, member.keyStart) + text.slice(to);
  }
  const to = member.comma === undefined ? member.end : member.comma + 1;
  const gap = text.slice(before === undefined ? start + 1 : (before.comma as number) + 1, member.keyStart);
  // The white space before it is removed as well, unless it ends a line comment.
  const kept = gap.includes('//') && !/^[ \t]*\r?\n/.test(text.slice(to));
  const from = member.keyStart - (kept ? 0 : gap.length - gap.trimEnd().length);
  if (before === undefined) {
    const alone = from === start + 1 && text.slice(to, end - 1).trim() === '';
    return text.slice(0, from) + text.slice(alone ? end - 1 : to);
  }
  // The member before it is the last one now, and keeps its comma only if the last member had one.
  const comma = before.comma as number;
  if (member.comma !== undefined) return text.slice(0, from) + text.slice(to);
  return text.slice(0, comma) + text.slice(comma + 1, from) + text.slice(to);
}

interface Member {
  readonly key: string;
  readonly keyStart: number;
  /** Start and end of the value. */
  readonly start: number;
  readonly end: number;
  /** The comma that follows. */
  readonly comma: number | undefined;
}

interface ScannedObject {
  readonly start: number;
  readonly end: number;
  readonly members: readonly Member[];
}

interface Style {
  readonly unit: string;
  readonly newline: string;
  /** The object is on one line. */
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
  if (last === undefined) {
    const inside = text.slice(start + 1, end - 1);
    const outer = indentAt(text, start);
    if (style.compact) {
      const whole = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
      return text.slice(0, start + 1) + whole + text.slice(end - 1);
    }
    const indent = outer + style.unit;
    const line = `${style.newline}${indent}${JSON.stringify(key)}: ${render(value, indent, style)}`;
    // Comments stay above the first member.
    return `${text.slice(0, start + 1)}${inside.trimEnd()}${line}${style.newline}${outer}${text.slice(end - 1)}`;
  }
  const comma = last.comma === undefined ? ',' : '';
  const from = last.comma === undefined ? last.end : last.comma + 1;
  if (style.compact || !ownLine(text, last.keyStart)) {
    const gap = style.compact ? '' : ' ';
    const member = `${gap}${JSON.stringify(key)}:${gap}${JSON.stringify(value)}`;
    return text.slice(0, from) + comma + member + text.slice(from);
  }
  const indent = indentAt(text, last.keyStart);
  const line = `${style.newline}${indent}${JSON.stringify(key)}: ${render(value, indent, style)}`;
  // A comment on the line of the last member stays there.
  const to = endOfLineComments(text, from);
  const trailing = last.comma === undefined ? '' : ',';
  return text.slice(0, from) + comma + text.slice(from, to) + line + trailing + text.slice(to);
}

function render(value: unknown, indent: string | undefined, { unit, newline }: Style): string {
  if (indent === undefined) return JSON.stringify(value);
  return JSON.stringify(value, null, unit).replaceAll('\n', newline + indent);
}

function styleOf(text: string): Style {
  const body = text.trim();
  return {
    unit: /\n([ \t]+)["[{\d]/.exec(text)?.[1] ?? '  ',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    compact: !body.includes('\n') && !/^\{\s*\}$/.test(body),
  };
}

/** The indentation of the line of a position. */
function indentAt(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function ownLine(text: string, position: number): boolean {
  return text.slice(text.lastIndexOf('\n', position - 1) + 1, position).trim() === '';
}

/** The last of duplicate keys, as in JSON.parse. */
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
    at = skipSpace(text, end);
    const comma = text[at] === ',' ? at : undefined;
    if (comma !== undefined) at = skipSpace(text, at + 1);
    const key = JSON.parse(text.slice(keyStart, keyEnd)) as string;
    members.push({ key, keyStart, start: valueStart, end, comma });
  }
  return { start, end: at + 1, members };
}

/** Skips white space and comments. */
function skipSpace(text: string, at: number): number {
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    const end = commentEnd(text, at);
    if (end === at) return at;
    at = end;
  }
}

/** The position after the comment that begins here, or the same position where none does. */
function commentEnd(text: string, at: number): number {
  const mark = text.slice(at, at + 2);
  if (mark !== '//' && mark !== '/*') return at;
  const end = mark === '//' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2) + 2;
  return end < at ? text.length : end;
}

/** The position after the comments that begin on this line and end on it. */
function endOfLineComments(text: string, start: number): number {
  for (let at = start; ; ) {
    let comment = at;
    while (text[comment] === ' ' || text[comment] === '\t') comment++;
    const end = commentEnd(text, comment);
    const line = text.slice(comment, end).trimEnd();
    if (end === comment || line.includes('\n')) return at;
    at = comment + line.length;
  }
}

/** The position after the value that begins here. Counts brackets instead of recursing, so that deep nesting is safe. */
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
    else if (letter === '/') at = commentEnd(text, at);
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
