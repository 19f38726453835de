import type { JsonValue } from '@worldwire/protocol';
import type { SampleAnswer } from '@worldwire/server';

/** The text of a model's answer, which may be one block or, from 2025-11-25 on, several. */
export function sampledText({ content }: SampleAnswer): string {
  return Array.isArray(content) ? content.map(blockText).join('') : blockText(content);
}

function blockText(block: JsonValue): string {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) return '';
  return typeof block.text === 'string' ? block.text : '';
}
