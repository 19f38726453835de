import { embedded, image, type Prompt, prompt, user } from '@worldwire/server';
import { z } from 'zod';
import { accepted } from './accepted.js';
import { pixelPng } from './fixtures.js';

export const prompts: readonly Prompt[] = [
  prompt({
    name: 'test_simple_prompt',
    description: 'A prompt without arguments.',
    get: () => [user('This is a simple prompt for testing.')],
  }),
  prompt({
    name: 'test_prompt_with_arguments',
    description: 'A prompt with two required arguments.',
    arguments: {
      arg1: {
        description: 'First test argument',
        required: true,
        complete: value => ['testValue1', 'testValue2', 'other'].filter(known => known.startsWith(value)),
      },
      arg2: { description: 'Second test argument', required: true },
    },
    get: ({ arg1, arg2 }) => [user(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  }),
  prompt({
    name: 'test_prompt_with_embedded_resource',
    description: 'A prompt that carries a resource.',
    arguments: { resourceUri: { description: 'URI of the resource to embed', required: true } },
    get: ({ resourceUri = '' }) => [
      user(
        embedded({
          uri: resourceUri,
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        }),
      ),
      user('Please process the embedded resource above.'),
    ],
  }),
  prompt({
    name: 'test_prompt_with_image',
    description: 'A prompt that carries an image.',
    get: () => [user(image(pixelPng, 'image/png')), user('Please analyze the image above.')],
  }),
  prompt({
    name: 'test_input_required_result_prompt',
    description: 'A prompt that asks the user for context first.',
    async get(_args, ctx) {
      const answer = await ctx.elicit('user_context', {
        message: 'What context should the prompt use?',
        schema: z.object({ context: z.string() }),
      });
      return [user(`Use this context: ${accepted(answer).context ?? 'none'}`)];
    },
  }),
];
