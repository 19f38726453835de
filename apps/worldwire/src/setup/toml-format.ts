import { parse, TomlError } from 'smol-toml';
import { ConfigProblem } from '../config/config-text.js';
import type { Content, EntryPath, FileFormat } from './format.js';
import { lineEnd, type Statement, scanToml } from './toml-scan.js';

/** TOML. The entry is a table, which is appended or replaced in its place. */
export const toml: FileFormat = {
  title: 'TOML',

  parse(text) {
    try {
      return parse(text, { integersAsBigInt: 'asNeeded' }) as Content;
    } catch (thrown) {
      if (!(thrown instanceof TomlError)) throw thrown;
      // The first line of the message; an excerpt of the file follows it.
      const [message = ''] = thrown.message.split('\n');
      throw new ConfigProblem(message.replace(/^Invalid TOML document: /, ''), thrown.line);
    }
  },

  set(text, path, entry) {
    const newline = text.includes('\r\n') ? '\r\n' : '\n';
    const block = toml.render(path, entry).replaceAll('\n', newline);
    const [first, ...more] = tablesOf(text, path);
    if (first === undefined) {
      const whole = text === '' || text.endsWith('\n') ? text : text + newline;
      return `${whole}${whole === '' ? '' : newline}${block}${newline}`;
    }
    const rest = cut(text, more);
    return rest.slice(0, first.start) + block + rest.slice(first.end);
  },

  remove(text, path) {
    return cut(text, tablesOf(text, path));
  },

  render([section, key], entry) {
    const pairs = Object.entries(entry).map(([name, value]) => `${spelledKey(name)} = ${spelled(value)}`);
    return [`[${spelledKey(section)}.${spelledKey(key)}]`, ...pairs].join('\n');
  },
};

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The table of the entry and its subtables, each from its header to the end of its last value. */
function tablesOf(text: string, [section, key]: EntryPath): readonly Span[] {
  const statements = scanToml(text);
  return statements.flatMap((statement, index) => {
    const { kind, path } = statement;
    if (kind === 'pair' || path[0] !== section || path[1] !== key) return [];
    const next = statements.findIndex(({ kind }, at) => at > index && kind !== 'pair');
    const last = statements.at(next === -1 ? -1 : next - 1) as Statement;
    return { start: statement.start, end: last.end };
  });
}

/** The text without these spans, the rest of their last lines, and one blank line before each. */
function cut(text: string, spans: readonly Span[]): string {
  return spans.reduceRight((whole, { start, end }) => {
    const before = whole.slice(0, start);
    const after = whole.slice(lineEnd(whole, end) + 1);
    const isSeparated = after === '' || /^\r?\n/.test(after);
    return (isSeparated ? before.replace(/(^|\r?\n)\r?\n$/, '$1') : before) + after;
  }, text);
}

function spelledKey(name: string): string {
  return /^[\w-]+$/.test(name) ? name : spelledString(name);
}

function spelled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelled).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([name, inner]) => `${spelledKey(name)} = ${spelled(inner)}`);
    return `{ ${pairs.join(', ')} }`;
  }
  return typeof value === 'string' ? spelledString(value) : String(value);
}

/** A JSON string is a TOML string, except for one control character. */
function spelledString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007F', '\\u007F');
}
