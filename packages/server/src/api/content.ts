import type { ContentBlock, Icon, ResourceContents } from '@worldwire/protocol';
import type { SerializedJson } from './serialized-json.js';

/** A content block of a result. A class, to tell it apart from plain data that a handler returns. */
export class Block {
  constructor(readonly wire: ContentBlock) {}
}

/**
 * A tool result with more than content blocks: a failure, structured content, or `_meta`.
 *
 *     return new ToolAnswer([text('3 stars moved.')], { structured: { moved: 3 } });
 */
export class ToolAnswer {
  constructor(
    readonly content: readonly Block[],
    readonly options: {
      isError?: boolean;
      structured?: unknown;
      meta?: Record<string, unknown>;
      /** The handler returns this object again and never changes it, so that it is validated and serialized once. */
      kept?: boolean;
    } = {},
  ) {}
}

/** A text block. `SerializedJson` goes with `structured` that is `SerializedJson`, too. */
export function text(value: string | SerializedJson): Block {
  return new Block({ type: 'text', text: value as string });
}

export function image(data: Uint8Array | string, mimeType: string): Block {
  return new Block({ type: 'image', data: base64(data), mimeType });
}

export function audio(data: Uint8Array | string, mimeType: string): Block {
  return new Block({ type: 'audio', data: base64(data), mimeType });
}

/** A resource inside the result. */
export function embedded(resource: ResourceContents): Block {
  return new Block({ type: 'resource', resource });
}

/** A link to a resource that the client can read later. Keeps large data out of a result. */
export function link(target: {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
  icons?: readonly Icon[];
}): Block {
  return new Block({ type: 'resource_link', ...target });
}

/**
 * A failed result, which the model reads. `hint` is the next step.
 *
 *     return error('There is no star "vega".', 'list_stars lists the stars.');
 */
export function error(message: string, hint?: string): ToolAnswer {
  return new ToolAnswer([text(hint === undefined ? message : `${message}\nHint: ${hint}`)], {
    isError: true,
  });
}

/** Base64 of bytes. A string is taken as Base64. */
export function base64(data: Uint8Array | string): string {
  if (typeof data === 'string') return data;
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}
