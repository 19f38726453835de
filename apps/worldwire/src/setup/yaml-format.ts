import { isMap, isNode, isScalar, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml';
import { ConfigProblem } from '../config/config-text.js';
import type { Content, FileFormat } from './format.js';

const INDENT = 2;

/** YAML. The text is edited at the positions that the parser reports, so that comments and style stay. */
export const yaml: FileFormat = {
  title: 'YAML',

  parse(text) {
    const document = parseDocument(text);
    const [error] = document.errors;
    if (error !== undefined) {
      const [message = ''] = error.message.split(/ at line \d+|\n/);
      throw new ConfigProblem(message, error.linePos?.[0].line);
    }
    const content: unknown = document.toJS();
    if (content === null || content === undefined) return {};
    if (isMap(document.contents)) return content as Content;
    throw new ConfigProblem('the file must hold a mapping', 1);
  },

  set(text, [section, key], entry) {
    const root = rootOf(text);
    const pair = root === undefined ? undefined : find(root, section);
    if (pair === undefined) {
      const end = root === undefined ? text.length : endOf(text, root);
      return insertLines(text, end, blockOf({ [section]: { [key]: entry } }, 0));
    }
    const servers = pair.value;
    if (isMap(servers) && servers.flow !== true) {
      const column = columnOf(text, startOf(servers.items[0]?.key));
      const block = blockOf({ [key]: entry }, column);
      const own = find(servers, key);
      if (own === undefined) return insertLines(text, endOf(text, servers), block);
      return text.slice(0, startOf(own.key)) + block.trimStart() + text.slice(endOf(text, own.value));
    }
    const block = blockOf({ [key]: entry }, columnOf(text, startOf(pair.key)) + INDENT);
    const [start, end] = rangeOf(servers);
    if (isScalar(servers) && servers.value === null) return insertLines(text, start, block);
    if (!isMap(servers) || servers.items.length > 0) {
      throw new TypeError(`"${section}" is not a mapping with a line for each server.`);
    }
    const head = text.slice(0, start).trimEnd();
    return insertLines(head + text.slice(end), head.length, block);
  },

  remove(text, [section, key]) {
    const root = rootOf(text);
    const pair = root === undefined ? undefined : find(root, section);
    const servers = pair?.value;
    const own = isMap(servers) ? find(servers, key) : undefined;
    if (pair === undefined || own === undefined || !isMap(servers)) return text;
    if (servers.flow === true) throw new TypeError(`"${section}" is written on one line.`);
    const end = endOf(text, own.value);
    if (servers.items.length === 1) {
      // A section without a value would be null, which is not a mapping.
      return `${text.slice(0, rangeOf(pair.key)[1])}: {}${text.slice(end)}`;
    }
    const lineStart = text.lastIndexOf('\n', startOf(own.key)) + 1;
    const next = text.indexOf('\n', end - 1);
    return text.slice(0, lineStart) + (next === -1 ? '' : text.slice(next + 1));
  },

  render([section, key], entry) {
    return blockOf({ [section]: { [key]: entry } }, 0);
  },
};

function rootOf(text: string): YAMLMap | undefined {
  const { contents } = parseDocument(text);
  if (!isMap(contents)) return undefined;
  if (contents.flow === true) throw new TypeError('the file is written in braces');
  return contents;
}

function find(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find(item => isScalar(item.key) && item.key.value === key);
}

function blockOf(content: object, column: number): string {
  const text = stringify(content, { indent: INDENT, lineWidth: 0 }).trimEnd();
  return text.replaceAll(/^/gm, ' '.repeat(column));
}

/** Inserts lines after the line in which a value ends. */
function insertLines(text: string, end: number, block: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = block.replaceAll('\n', newline);
  const next = end === 0 ? -1 : text.indexOf('\n', end - 1);
  if (next !== -1) return text.slice(0, next + 1) + lines + newline + text.slice(next + 1);
  return `${text}${text === '' || text.endsWith('\n') ? '' : newline}${lines}${newline}`;
}

/** The end of the last value of a node. The range of a block would include the comments after it. */
function endOf(text: string, node: unknown): number {
  const last = isMap(node) && node.flow !== true ? node.items.at(-1) : undefined;
  if (last !== undefined) return endOf(text, last.value ?? last.key);
  const [start, end] = rangeOf(node);
  return start + text.slice(start, end).trimEnd().length;
}

function startOf(node: unknown): number {
  return rangeOf(node)[0];
}

function rangeOf(node: unknown): readonly [start: number, end: number] {
  if (!isNode(node) || !node.range) throw new TypeError('a value has no place in the text');
  return [node.range[0], node.range[1]];
}

function columnOf(text: string, position: number): number {
  return position - (text.lastIndexOf('\n', position - 1) + 1);
}
