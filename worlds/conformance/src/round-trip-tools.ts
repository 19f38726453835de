import { type Tool, text, tool } from '@worldwire/server';
import { z } from 'zod';
import { accepted } from './accepted.js';
import { sampledText } from './sampled-text.js';

const nameSchema = z.object({ name: z.string() });
const okSchema = z.object({ ok: z.boolean() });
const capitalQuestion = {
  messages: [{ role: 'user', content: text('What is the capital of France?') }],
  maxTokens: 100,
} as const;

/** Tools that need answers before they have a result (SEP-2322). */
export const roundTripTools: readonly Tool[] = [
  tool({
    name: 'test_input_required_result_elicitation',
    description: 'Asks for a name and greets it.',
    access: 'read',
    async call(_args, ctx) {
      const answer = await ctx.elicit('user_name', { message: 'What is your name?', schema: nameSchema });
      return text(`Hello, ${accepted(answer).name ?? 'stranger'}!`);
    },
  }),
  tool({
    name: 'test_input_required_result_sampling',
    description: "Asks the client's model a question.",
    access: 'read',
    call: async (_args, ctx) => text(sampledText(await ctx.sample('capital_question', capitalQuestion))),
  }),
  tool({
    name: 'test_input_required_result_list_roots',
    description: "Asks for the client's roots.",
    access: 'read',
    async call(_args, ctx) {
      const roots = await ctx.roots('client_roots');
      return text(`Roots: ${roots.map(root => root.uri).join(', ')}`);
    },
  }),
  tool({
    name: 'test_input_required_result_request_state',
    description: 'Asks for a confirmation and keeps state with the client.',
    access: 'read',
    async call(_args, ctx) {
      await ctx.elicit('confirm', { message: 'Please confirm.', schema: okSchema });
      return text('state-ok');
    },
  }),
  tool({
    name: 'test_input_required_result_multiple_inputs',
    description: 'Asks the user, the model and the client at once.',
    access: 'read',
    async call(_args, ctx) {
      const [answer, greeting, roots] = await Promise.all([
        ctx.elicit('user_name', { message: 'What is your name?', schema: nameSchema }),
        ctx.sample('greeting', {
          messages: [{ role: 'user', content: text('Generate a greeting.') }],
          maxTokens: 50,
        }),
        ctx.roots('client_roots'),
      ]);
      const name = accepted(answer).name ?? 'stranger';
      return text(`${sampledText(greeting)} ${name}, you work in ${roots.length} folder(s).`);
    },
  }),
  tool({
    name: 'test_input_required_result_multi_round',
    description: 'Asks for a name, then for a color.',
    access: 'read',
    async call(_args, ctx) {
      const first = await ctx.elicit('step1', { message: 'Step 1: What is your name?', schema: nameSchema });
      const second = await ctx.elicit('step2', {
        message: 'Step 2: What is your favorite color?',
        schema: z.object({ color: z.string() }),
      });
      return text(`${accepted(first).name ?? 'Someone'} likes ${accepted(second).color ?? 'no color'}.`);
    },
  }),
  tool({
    name: 'test_input_required_result_tampered_state',
    description: 'Asks for a confirmation and accepts no altered state.',
    access: 'read',
    async call(_args, ctx) {
      await ctx.elicit('confirm', { message: 'Please confirm.', schema: okSchema });
      return text('The state came back unaltered.');
    },
  }),
  tool({
    name: 'test_input_required_result_capabilities',
    description: 'Asks in a way the client can answer.',
    access: 'read',
    async call(_args, ctx) {
      if (ctx.client.capabilities.elicitation === undefined) {
        return text(sampledText(await ctx.sample('capital_question', capitalQuestion)));
      }
      const answer = await ctx.elicit('user_name', { message: 'What is your name?', schema: nameSchema });
      return text(`Hello, ${accepted(answer).name ?? 'stranger'}!`);
    },
  }),
];
