import { fittingText } from '../dto/page.js';
import type { ScriptFile } from './script-folder.js';

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
