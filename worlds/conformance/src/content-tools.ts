import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '@worldwire/protocol';
import { audio, embedded, error, image, type Tool, text, tool } from '@worldwire/server';
import { z } from 'zod';
import { pixelPng, silenceWav } from './fixtures.js';

// Keywords that zod cannot express; the suite expects them unchanged in tools/list.
const contactSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

/** Tools for every kind of content. */
export const contentTools: readonly Tool[] = [
  tool({
    name: 'test_simple_text',
    description: 'Returns one text block.',
    access: 'read',
    call: () => text('This is a simple text response for testing.'),
  }),
  tool({
    name: 'test_image_content',
    description: 'Returns one PNG image.',
    access: 'read',
    call: () => image(pixelPng, 'image/png'),
  }),
  tool({
    name: 'test_audio_content',
    description: 'Returns one WAV sound.',
    access: 'read',
    call: () => audio(silenceWav, 'audio/wav'),
  }),
  tool({
    name: 'test_embedded_resource',
    description: 'Returns one embedded resource.',
    access: 'read',
    call: () =>
      embedded({
        uri: 'test://embedded-resource',
        mimeType: 'text/plain',
        text: 'This is an embedded resource content.',
      }),
  }),
  tool({
    name: 'test_multiple_content_types',
    description: 'Returns a text, an image and an embedded resource.',
    access: 'read',
    call: () => [
      text('Multiple content types test:'),
      image(pixelPng, 'image/png'),
      embedded({
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: JSON.stringify({ test: 'data', value: 123 }),
      }),
    ],
  }),
  tool({
    name: 'test_error_handling',
    description: 'Returns a result that says it failed.',
    access: 'read',
    call: () => error('This tool intentionally returns an error for testing'),
  }),
  tool({
    name: 'test_tool_with_progress',
    description: 'Reports progress three times, then returns.',
    access: 'read',
    async call(_args, ctx) {
      ctx.progress(0, 100);
      await delay(50, undefined, { signal: ctx.signal });
      ctx.progress(50, 100);
      await delay(50, undefined, { signal: ctx.signal });
      ctx.progress(100, 100);
      return text('Progress complete.');
    },
  }),
  tool({
    name: 'json_schema_2020_12_tool',
    description: 'Takes a contact described with JSON Schema 2020-12 keywords.',
    access: 'read',
    input: z.looseObject({}),
    inputSchema: contactSchema,
    call: args => text(`Received: ${JSON.stringify(args)}`),
  }),
];
