import { fittingText } from '../dto/page.js';
import { MAX_SCRIPT_BYTES, type ScriptFile } from './script-folder.js';

/** Holds a whole script twice, as JSON and as JSON in a text, where a character takes 15 bytes at most. */
export const SCRIPT_ANSWER_BYTES = 16 * MAX_SCRIPT_BYTES;

/** The part of a script from an offset in characters on that fits into an answer. */
export function scriptPart(
  file: ScriptFile,
  offset: number,
  maxBytes: number,
): ScriptFile & { readonly NextOffset?: number } {
  const rest = file.Content.slice(offset);
  const Content = fittingText(rest, maxBytes);
  if (Content.length === rest.length) return { ...file, Content };
  return { ...file, Content, Truncated: true, NextOffset: offset + Content.length };
}
