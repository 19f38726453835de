import type { ContentBlock, JsonValue, Revision } from '@worldwire/protocol';
import { type Block, text } from '../api/content.js';

/** Content blocks as JSON. A type that the revision does not have becomes text. */
export function encodeBlocks(content: readonly Block[], revision: Revision): JsonValue[] {
  return content.map(({ wire }) => {
    if (wire.type === 'audio' && !revision.audio) return text(`[audio, ${wire.mimeType}]`).wire;
    if (wire.type === 'resource_link') return link(wire, revision);
    return wire;
  }) as unknown as JsonValue[];
}

function link(wire: Extract<ContentBlock, { type: 'resource_link' }>, revision: Revision): ContentBlock {
  if (!revision.resourceLinks) return text(`${wire.name}: ${wire.uri}`).wire;
  if (revision.icons || wire.icons === undefined) return wire;
  const { icons: _, ...plain } = wire;
  return plain;
}
