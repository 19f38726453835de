import { ConfigProblem, type ConfigText } from './config-text.js';

/** Reads a JSON object, with the line of each key. */
export function readJsonText(text: string): ConfigText {
  const content = parseJson(text, 'this is not JSON: ');
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new ConfigProblem('the file must hold a JSON object, such as { "port": 8080 }', 1);
  }
  return { content: content as Record<string, unknown>, lines: linesOf(text) };
}

/** Parses any JSON value. Throws a ConfigProblem with the line that is wrong. */
export function parseJson(text: string, prefix = ''): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    // Without the parser's excerpt, which says less than the line.
    const full = messageOf(thrown);
    const position = /at position (\d+)/.exec(full)?.[1];
    const line = position === undefined ? badLine(text) : lineAt(text, Number(position));
    const excerpt = full.endsWith('is not valid JSON') ? full.indexOf(', ') : -1;
    const message = excerpt < 0 ? full : full.slice(0, excerpt);
    throw new ConfigProblem(prefix + message, line);
  }
}

function lineAt(text: string, position: number): number {
  return text.trimEnd().slice(0, position).split('\n').length;
}

/** Not every parser error has a position. The first line after which the text is not the start of valid JSON is wrong. */
function badLine(text: string): number {
  const lines = text.split('\n');
  for (let count = 1; count <= lines.length; count++) {
    const beginning = lines.slice(0, count).join('\n');
    if (!mayGoOn(beginning)) return count;
  }
  return text.trimEnd().split('\n').length;
}

function mayGoOn(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (thrown) {
    const message = messageOf(thrown);
    const position = /at position (\d+)/.exec(message)?.[1];
    if (position === undefined) return message.startsWith('Unexpected end');
    return Number(position) >= beginning.trimEnd().length;
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|\n/g;

/** Finds the line of every key of valid JSON by its strings, brackets and line ends. */
function linesOf(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const path: (string | undefined)[] = [];
  let line = 1;
  let candidate: { readonly key: string; readonly line: number } | undefined;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '\n') line++;
    else if (token.startsWith('"')) candidate = { key: JSON.parse(token) as string, line };
    else if (token === ':' && candidate !== undefined) {
      path[path.length - 1] = candidate.key;
      lines.set(path.filter(key => key !== undefined).join('.'), candidate.line);
    } else if (token === '{' || token === '[') path.push(undefined);
    else if (token === '}' || token === ']') path.pop();
  }
  return lines;
}
