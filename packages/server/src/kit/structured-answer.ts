import { type Block, ToolAnswer, text } from '../api/content.js';

/** The revision of the world in a result's `_meta`. Clients send it back as `worldwire/ifRevision`. */
export const META_REVISION = 'worldwire/revision';

/**
 * A result with structured content and the same as text, for clients that read only text.
 *
 *     return structuredAnswer({ moved: 3 }, { revision: 12, links: [link({ uri, name: 'All stars' })] });
 */
export function structuredAnswer(
  structured: object,
  options: {
    readonly revision?: number;
    readonly links?: readonly Block[];
    /** `structured` as JSON, where the caller has it already. */
    readonly json?: string;
  } = {},
): ToolAnswer {
  const { revision, links = [], json = JSON.stringify(structured) } = options;
  const meta = revision === undefined ? {} : { meta: { [META_REVISION]: revision } };
  return new ToolAnswer([text(json), ...links], { structured, ...meta });
}
