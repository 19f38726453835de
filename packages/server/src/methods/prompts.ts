import { type JsonObject, type Revision, WireError } from '@worldwire/protocol';
import { legible } from '../api/legible.js';
import type { Prompt } from '../api/prompt.js';
import { encodeBlocks } from '../calls/encode-blocks.js';
import { shownResult, withoutShown } from '../kit/foreign-texts.js';
import { didYouMean } from '../kit/near-matches.js';
import { mayRead } from './access-of-methods.js';
import { listHint } from './caching.js';
import type { Handlers, MethodServices } from './method-services.js';
import { page } from './pagination.js';
import { optionalStrings, requireString } from './params.js';

/** prompts/list and prompts/get: https://modelcontextprotocol.io/specification/2026-07-28/server/prompts */
export function prompts(services: MethodServices): Handlers {
  const { registry, environment } = services;
  const size = registry.world.pageSize ?? environment.limits.pageSize;
  return {
    'prompts/list': call => {
      const { items, next } = page(
        mayRead(services, call) ? [...registry.prompts.values()] : [],
        call.params,
        size,
      );
      const described = items.map(prompt => describe(prompt, call.revisionOf));
      return { prompts: described, ...next, ...listHint(registry.world, call) };
    },
    'prompts/get': async call => {
      const name = requireString(call.params, 'name');
      const prompt = registry.prompts.get(name);
      if (prompt === undefined) {
        throw WireError.of(
          'InvalidParams',
          `There is no prompt "${legible(name, 128)}".${didYouMean(name, registry.prompts.keys())} prompts/list lists the prompts.`,
        );
      }
      const args = optionalStrings(call.params, 'arguments');
      const missing = Object.entries(prompt.arguments ?? {}).filter(
        ([key, { required }]) => required && !Object.hasOwn(args, key),
      );
      if (missing.length > 0) {
        throw WireError.of(
          'InvalidParams',
          `The prompt ${name} needs: ${missing.map(([key]) => key).join(', ')}. Send them in params.arguments.`,
        );
      }
      call.readAnswers();
      const isForeign = registry.world.foreignTexts === true;
      const messages = await prompt.get(isForeign ? (withoutShown(args) as typeof args) : args, call);
      const result = {
        ...(prompt.description !== undefined && { description: prompt.description }),
        messages: messages.map(({ role, content }) => ({
          role,
          content: encodeBlocks([content], call.revisionOf)[0],
        })),
      } as unknown as JsonObject;
      return isForeign ? shownResult(result) : result;
    },
  };
}

function describe(prompt: Prompt, revision: Revision): JsonObject {
  const { name, title, description, icons, meta } = prompt;
  const args = Object.entries(prompt.arguments ?? {}).map(([key, argument]) => ({
    name: key,
    ...(revision.titles && argument.title !== undefined && { title: argument.title }),
    ...(argument.description !== undefined && { description: argument.description }),
    ...(argument.required !== undefined && { required: argument.required }),
  }));
  return {
    name,
    ...(revision.titles && title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(args.length > 0 && { arguments: args }),
    ...(revision.icons && icons !== undefined && { icons }),
    ...(meta !== undefined && { _meta: meta }),
  } as unknown as JsonObject;
}
