import { setTimeout as delay } from 'node:timers/promises';
import { type Tool, text, tool, type WorldEvents } from '@worldwire/server';
import { z } from 'zod';
import { defaultsSchema, enumsSchema } from './elicitation-schemas.js';
import { sampledText } from './sampled-text.js';

/** Tools that send messages to the client while they run, or that test which messages the server allows. */
export function dialogueTools(events: WorldEvents): readonly Tool[] {
  return [...conversations, ...diagnostics, ...triggers(events)];
}

const conversations: readonly Tool[] = [
  tool({
    name: 'test_tool_with_logging',
    description: 'Sends three log messages, then returns.',
    access: 'read',
    async call(_args, ctx) {
      ctx.log('info', 'Tool execution started');
      await delay(50, undefined, { signal: ctx.signal });
      ctx.log('info', 'Tool processing data');
      await delay(50, undefined, { signal: ctx.signal });
      ctx.log('info', 'Tool execution completed');
      return text('Logging complete.');
    },
  }),
  tool({
    name: 'test_sampling',
    description: "Asks the client's model the given prompt.",
    access: 'read',
    input: z.object({ prompt: z.string().describe('What to ask the model') }),
    async call({ prompt }, ctx) {
      const answer = await ctx.sample('completion', {
        messages: [{ role: 'user', content: text(prompt) }],
        maxTokens: 100,
      });
      return text(`LLM response: ${sampledText(answer)}`);
    },
  }),
  tool({
    name: 'test_elicitation',
    description: 'Asks the user for a name and an e-mail address.',
    access: 'read',
    input: z.object({ message: z.string().describe('What to show the user') }),
    async call({ message }, ctx) {
      const schema = z.object({
        username: z.string().describe("User's name"),
        email: z.string().describe("User's e-mail address"),
      });
      return text(`User response: ${JSON.stringify(await ctx.elicit('user', { message, schema }))}`);
    },
  }),
  tool({
    name: 'test_elicitation_sep1034_defaults',
    description: 'Asks the user with a default for every primitive type.',
    access: 'read',
    async call(_args, ctx) {
      const message = 'Please check these values.';
      const answer = await ctx.elicit('defaults', { message, schema: defaultsSchema });
      return text(`Elicitation completed: ${JSON.stringify(answer)}`);
    },
  }),
  tool({
    name: 'test_elicitation_sep1330_enums',
    description: 'Asks the user with every kind of choice.',
    access: 'read',
    async call(_args, ctx) {
      const answer = await ctx.elicit('choices', { message: 'Please choose.', schema: enumsSchema });
      return text(`Elicitation completed: ${JSON.stringify(answer)}`);
    },
  }),
  tool({
    name: 'test_reconnection',
    description: 'Ends its stream before the result, for which the client resumes.',
    access: 'read',
    async call(_args, ctx) {
      ctx.detach();
      await delay(200, undefined, { signal: ctx.signal });
      return text('Reconnection complete.');
    },
  }),
];

const diagnostics: readonly Tool[] = [
  tool({
    name: 'test_missing_capability',
    description: 'Refused to clients that do not offer sampling.',
    access: 'read',
    requires: { sampling: {} },
    call: () => text('The client offers sampling.'),
  }),
  tool({
    name: 'test_streaming_elicitation',
    description: 'Asks the user, never on the response stream.',
    access: 'read',
    async call(_args, ctx) {
      const schema = z.object({ confirm: z.boolean() });
      const answer = await ctx.elicit('confirm', { message: 'Please confirm.', schema });
      return text(`User response: ${JSON.stringify(answer)}`);
    },
  }),
  tool({
    name: 'test_logging_tool',
    description: 'Logs one message, for clients that asked for a level.',
    access: 'read',
    call(_args, ctx) {
      ctx.log('info', 'Tool called');
      return text('Logging complete.');
    },
  }),
  tool({
    name: 'test_x_mcp_header',
    description: 'Takes an argument that clients mirror into a header.',
    access: 'read',
    input: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
    call: ({ region }) => text(`Region: ${region}`),
  }),
];

// The lists do not change: the suite compares them between calls.
function triggers(events: WorldEvents): readonly Tool[] {
  return [
    tool({
      name: 'test_trigger_tool_change',
      description: 'Announces that the tools changed.',
      access: 'read',
      call() {
        events.toolsChanged();
        return text('Announced a change of the tools.');
      },
    }),
    tool({
      name: 'test_trigger_prompt_change',
      description: 'Announces that the prompts changed.',
      access: 'read',
      call() {
        events.promptsChanged();
        return text('Announced a change of the prompts.');
      },
    }),
  ];
}
