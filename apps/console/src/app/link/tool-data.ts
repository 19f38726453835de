import { isRecord, type ToolResult } from './host-link.js';

/** The data of a result: its structured content, or the JSON of its first text, where the server sends only text. */
export function dataOf(result: ToolResult): Readonly<Record<string, unknown>> | undefined {
  if (isRecord(result.structuredContent)) return result.structuredContent;
  const [text] = textsOf(result);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function textsOf({ content }: ToolResult): readonly string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap(block =>
    isRecord(block) && block.type === 'text' && typeof block.text === 'string' ? [block.text] : [],
  );
}

/** Pictures of the result as `data:` addresses, which the policy of a host allows. */
export function picturesOf({ content }: ToolResult): readonly string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap(block => {
    if (!isRecord(block) || block.type !== 'image' || typeof block.data !== 'string') return [];
    const { mimeType, data } = block;
    const known = mimeType === 'image/png' || mimeType === 'image/jpeg' || mimeType === 'image/webp';
    return known && /^[A-Za-z0-9+/=]*$/.test(data) ? [`data:${mimeType};base64,${data}`] : [];
  });
}

/** What the call was about. Hosts that open a view at once may lose the arguments of the call. */
export function subjectOf({ _meta }: ToolResult): string | undefined {
  const subject = isRecord(_meta) ? _meta['worldwire/subject'] : undefined;
  return typeof subject === 'string' ? subject : undefined;
}

/** The reason of a result that is a failure. */
export function failureOf(result: ToolResult): string {
  const error = dataOf(result)?.error;
  if (isRecord(error) && typeof error.message === 'string') return error.message;
  return textsOf(result)[0] ?? 'there is no reason in the result.';
}
