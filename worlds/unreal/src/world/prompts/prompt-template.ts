/** A prompt as text with places for its arguments, written {{name}}. */
export interface PromptTemplate {
  readonly name: string;
  /** unreal://prompt/{name} */
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: Readonly<Record<string, PromptTemplateArgument>>;
  readonly messages: readonly PromptTemplateMessage[];
}

export interface PromptTemplateArgument {
  readonly description: string;
  readonly required: boolean;
  /** What stands in its place where it is not given. */
  readonly otherwise?: string;
}

export interface PromptTemplateMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** The messages with the arguments in their places. What an argument says is never read as a place. */
export function renderTemplate(
  template: PromptTemplate,
  args: Readonly<Record<string, string>>,
): readonly PromptTemplateMessage[] {
  const given = (name: string) => (Object.hasOwn(args, name) ? args[name] : undefined);
  const values = new Map(
    Object.entries(template.arguments).map(([name, { otherwise }]) => [name, given(name) ?? otherwise ?? '']),
  );
  return template.messages.map(({ role, text }) => ({
    role,
    text: text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values.get(name) ?? place),
  }));
}
