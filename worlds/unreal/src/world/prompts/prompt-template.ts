/** A prompt with {{name}} in place of each argument. */
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
  /** Default value. */
  readonly otherwise?: string;
}

export interface PromptTemplateMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** Fills in the arguments. Placeholders in arguments are not replaced. */
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
