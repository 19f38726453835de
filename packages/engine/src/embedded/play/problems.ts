import type { Problem } from '../../port/engine.js';

/** The end of a frame of a stack: "at name (file:line:column)", or without a name. */
const PLACE = /:(\d+):(\d+)\)?$/;
const MAX_FRAMES = 10;

/** Where a component failed. */
export function problemOf(thrown: unknown): Problem {
  return scriptProblem(thrown instanceof Error ? thrown.stack : undefined);
}

/** Where a script failed, by the stack of its error. */
export function scriptProblem(stack = ''): Problem {
  const frames = stack.split('\n').flatMap(line => {
    const frame = line.trimStart();
    const place = frame.startsWith('at ') ? PLACE.exec(frame) : null;
    if (place === null) return [];
    const [, row, column] = place;
    const whole = frame.slice('at '.length, place.index);
    const open = whole.lastIndexOf(' (');
    const [name, path] = open > 0 ? [whole.slice(0, open), whole.slice(open + 2)] : ['', whole];
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
