import type { Problem } from '../../port/engine.js';

/** A frame of a stack: "at name (file:line:column)", or without a name. */
const FRAME = /^\s*at (?:(.+) \()?(.+?):(\d+):(\d+)\)?$/;
const MAX_FRAMES = 10;

/** Where a component failed. */
export function problemOf(thrown: unknown): Problem {
  return scriptProblem(thrown instanceof Error ? thrown.stack : undefined);
}

/** Where a script failed, by the stack of its error. */
export function scriptProblem(stack = ''): Problem {
  const frames = stack.split('\n').flatMap(line => {
    const [, name = '', path = '', row, column] = FRAME.exec(line) ?? [];
    // Folders of this machine mean nothing to a caller.
    const file = path
      .slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
      .replace(/^script:/, '');
    return file === '' ? [] : [{ name, file, line: Number(row), column: Number(column) }];
  });
  const [first] = frames;
  if (first === undefined) return { kind: 'script' };
  const { file, line, column } = first;
  const lines = frames
    .slice(0, MAX_FRAMES)
    .map(each => `${each.name || '<script>'} (${each.file}:${each.line})`);
  return { kind: 'script', file, line, column, stack: lines };
}
