/**
 * Where tool results have their data: as text, as structured content, or as both. `auto` chooses by the client. Most hosts pass
 * one of the two to their model; those that pass both would pay for the data twice.
 */
export const ANSWERS = ['auto', 'both', 'text', 'structured'] as const;
export type Answers = (typeof ANSWERS)[number];
export type AnswerForm = Exclude<Answers, 'auto'>;

/** Hosts that pass text and structured content to the model. docs/compatibility.md names the sources. */
const PAYS_TWICE = /^(@?cline\b|mcphost|kimi-code|gemini-cli-mcp-client|github-copilot|JetBrains-.*copilot)/i;
/** Hosts that drop pictures from a result with structured content. */
const DROPS_PICTURES = /^codex-mcp-client/i;

/** The form of a result for a client, by the name that it gives itself. */
export function answerForm(answers: Answers, client: string | undefined, hasPicture = false): AnswerForm {
  if (answers !== 'auto') return answers;
  if (client === undefined) return 'both';
  return PAYS_TWICE.test(client) || (hasPicture && DROPS_PICTURES.test(client)) ? 'text' : 'both';
}
