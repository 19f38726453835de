import { ConfigProblem, type ConfigText } from './config-text.js';

/** Reads a JSON object, and remembers on which line each key stands. */
export function readJsonText(text: string): ConfigText {
  const content = parse(text);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new ConfigProblem('the file must hold a JSON object, such as { "port": 8080 }', 1);
  }
  return { content: content as Record<string, unknown>, lines: linesOf(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const position = /at position (\d+)/.exec(message)?.[1];
    // Without a position the text ended too early.
    const line = lineAt(text, position === undefined ? text.trimEnd().length : Number(position));
    throw new ConfigProblem(`this is not JSON: ${message.split('\n')[0]}`, line);
  }
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|\n/g;

/** The text is known to be JSON: strings, brackets and line ends say where every key is. */
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
