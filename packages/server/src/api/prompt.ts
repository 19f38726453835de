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

/**
 * A prompt that clients offer to their users.
 *
 *     prompt({ name: 'review', arguments: { id: { required: true } }, get: ({ id }) => [user(`Review the plant ${id}.`)] });
 */
export function prompt(definition: Prompt): Prompt {
  return definition;
}

/** A message of the user in a prompt. */
export function user(content: string | Block): PromptMessage {
  return { role: 'user', content: typeof content === 'string' ? text(content) : content };
}

/** A message of the model in a prompt. */
export function assistant(content: string | Block): PromptMessage {
  return { role: 'assistant', content: typeof content === 'string' ? text(content) : content };
}
