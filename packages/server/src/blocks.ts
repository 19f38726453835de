import type { JsonValue, Revision } from '@worldwire/protocol';
import { type Block, text } from './content.js';

/** Blocks for the wire. One the revision does not know becomes words rather than a message its client cannot read. */
export function blocks(content: readonly Block[], revision: Revision): JsonValue[] {
  return content.map(({ wire }) => {
    if (wire.type === 'audio' && !revision.audio) return text(`[audio, ${wire.mimeType}]`).wire;
    if (wire.type === 'resource_link' && !revision.resourceLinks)
      return text(`${wire.name}: ${wire.uri}`).wire;
    return wire;
  }) as unknown as JsonValue[];
}
