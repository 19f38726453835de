import type { ToolResult } from '../api/mcp.js';
import { Untrusted } from '../text/untrusted.js';
import { JsonTree } from '../ui/json-tree.js';

const MAX_TEXT = 20_000;
/** Pictures that a browser shows without running anything. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);

/** The result of a tool: structured content as a tree, text, and pictures. */
export function Result({ result }: { readonly result: ToolResult }) {
  const { structuredContent, content } = result;
  const parts = structuredContent === undefined ? content : content.filter(({ type }) => type !== 'text');
  return (
    <section class="tools-result" aria-label="Result" data-testid="tool-result">
      <h2>Result</h2>
      {structuredContent !== undefined && <JsonTree value={structuredContent} />}
      {parts.map((part, index) => (
        <Part key={`${index} ${part.type}`} part={part} />
      ))}
    </section>
  );
}

function Part({ part }: { readonly part: ToolResult['content'][number] }) {
  const { type, text, data, mimeType = '' } = part;
  if (text !== undefined) {
    const value = parsed(text);
    return value !== undefined ? (
      <JsonTree value={value} />
    ) : (
      <pre class="tools-text">
        {text
          .slice(0, MAX_TEXT)
          .split('\n')
          .map((line, index) => (
            <div key={`${index} ${line.length}`}>
              <Untrusted text={line} max={2_000} />
            </div>
          ))}
      </pre>
    );
  }
  if (data !== undefined && PICTURES.has(mimeType))
    return <img class="tools-picture" alt="Result of the tool" src={`data:${mimeType};base64,${data}`} />;
  return <JsonTree value={type === 'image' ? { type, mimeType, bytes: (data ?? '').length } : part} />;
}

function parsed(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
