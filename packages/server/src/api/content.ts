import type { ContentBlock, Icon, ResourceContents } from '@worldwire/protocol';
import type { SerializedJson } from './serialized-json.js';

/** A content block as a handler returns it. A class, so that a plain value is never mistaken for one. */
export class Block {
  constructor(readonly wire: ContentBlock) {}
}

/** What a tool answers when blocks alone do not say it: a failure, or structured data with its own text. */
export class ToolAnswer {
  constructor(
    readonly content: readonly Block[],
    readonly options: {
      isError?: boolean;
      structured?: unknown;
      meta?: Record<string, unknown>;
      /** Whether this very answer is returned again, and never changes: then it is checked and written down once. */
      kept?: boolean;
    } = {},
  ) {}
}

/** A text that is written as JSON already goes beside a `structured` that is written, too. */
export function text(value: string | SerializedJson): Block {
  return new Block({ type: 'text', text: value as string });
}

export function image(data: Uint8Array | string, mimeType: string): Block {
  return new Block({ type: 'image', data: base64(data), mimeType });
}

export function audio(data: Uint8Array | string, mimeType: string): Block {
  return new Block({ type: 'audio', data: base64(data), mimeType });
}

/** A resource carried inside the result. */
export function embedded(resource: ResourceContents): Block {
  return new Block({ type: 'resource', resource });
}

/** A resource the client may read later: the way to keep big data out of a result. */
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

/** A failure the model can see and act on. `hint` says what to do next. */
export function error(message: string, hint?: string): ToolAnswer {
  return new ToolAnswer([text(hint === undefined ? message : `${message}\nHint: ${hint}`)], {
    isError: true,
  });
}

/** Base64 of bytes; a string is taken as Base64 already. */
export function base64(data: Uint8Array | string): string {
  if (typeof data === 'string') return data;
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}
