import { readFile } from 'node:fs/promises';
import { codeOf, Problem, reasonOf } from '../problem.js';

const BYTE_ORDER_MARK = '\uFEFF';

export type ClientFile =
  | { readonly kind: 'absent' }
  /** Not an object in plain JSON. Comments are what it most often has. */
  | { readonly kind: 'broken' }
  | {
      readonly kind: 'present';
      readonly text: string;
      readonly content: Readonly<Record<string, unknown>>;
      /** What stands before the JSON, and is kept. */
      readonly mark: string;
    };

export async function readClientFile(path: string): Promise<ClientFile> {
  let whole: string;
  try {
    whole = await readFile(path, 'utf8');
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return { kind: 'absent' };
    throw Problem.failure(`${path} cannot be read: ${reasonOf(thrown)}`);
  }
  const mark = whole.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const text = whole.slice(mark.length);
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content !== 'object' || content === null || Array.isArray(content)) return { kind: 'broken' };
    return { kind: 'present', text, content: content as Record<string, unknown>, mark };
  } catch {
    return { kind: 'broken' };
  }
}
