import type { Icon, JsonObject } from '@worldwire/protocol';
import { type Block, text } from './content.js';
import type { Context } from './context.js';
import type { Completer } from './resource.js';

export interface PromptArgument {
  readonly description?: string;
  readonly title?: string;
  readonly required?: boolean;
  readonly complete?: Completer;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: Block;
}

export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: Readonly<Record<string, PromptArgument>>;
  readonly icons?: readonly Icon[];
  readonly meta?: JsonObject;
  get(
    args: Readonly<Record<string, string>>,
    context: Context,
  ): readonly PromptMessage[] | Promise<readonly PromptMessage[]>;
}

export function prompt(definition: Prompt): Prompt {
  return definition;
}

export function user(content: string | Block): PromptMessage {
  return { role: 'user', content: typeof content === 'string' ? text(content) : content };
}

export function assistant(content: string | Block): PromptMessage {
  return { role: 'assistant', content: typeof content === 'string' ? text(content) : content };
}
