import { endsWith } from '../port/selected-object.js';

const BEGIN = /^\s*Begin Object\b.*?\bName="?([^"\s]+)"?/i;
const END = /^\s*End Object\b/i;

/**
 * The text of one object in an exported text: every outermost block whose path ends with `wanted`. An export declares an
 * object in one block and writes its properties in another. Undefined where there is none.
 */
export function t3dBlocks(text: string, wanted: string): string | undefined {
  const isWanted = endsWith(wanted);
  const open: string[] = [];
  const taken: string[] = [];
  /** Open objects where the wanted one begins. */
  let since: number | undefined;
  for (const line of text.split('\n')) {
    const name = BEGIN.exec(line)?.[1];
    if (name !== undefined) {
      open.push(name);
      if (since === undefined && isWanted(open.join('.'))) since = open.length;
    }
    if (since !== undefined) taken.push(line);
    if (name === undefined && END.test(line)) {
      if (open.length === since) since = undefined;
      open.pop();
    }
  }
  return taken.length === 0 ? undefined : `${taken.join('\n')}\n`;
}
