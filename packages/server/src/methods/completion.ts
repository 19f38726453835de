import { type JsonObject, WireError } from '@worldwire/protocol';
import type { Completer } from '../api/resource.js';
import { shownName, withoutShown } from '../kit/foreign-texts.js';
import type { Registry } from '../registry/registry.js';
import type { Handlers, MethodServices } from './method-services.js';
import { optionalObject, optionalStrings, requireString } from './params.js';

/** The maximum of the specification. */
const MAX_VALUES = 100;

/** completion/complete: https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion */
export function completion({ registry }: MethodServices): Handlers {
  return {
    'completion/complete': async call => {
      const argument = optionalObject(call.params, 'argument');
      const name = requireString(argument, 'name', 'argument.name');
      const value = requireString(argument, 'value', 'argument.value');
      const completer = findCompleter(registry, optionalObject(call.params, 'ref'), name);
      const others = optionalStrings(optionalObject(call.params, 'context'), 'arguments');
      const isForeign = registry.world.foreignTexts === true;
      const given = isForeign ? withoutShown({ asked: value, others }) : { asked: value, others };
      const values = (await completer?.(given.asked as string, given.others as typeof others)) ?? [];
      return {
        completion: {
          values: values.slice(0, MAX_VALUES).map(each => (isForeign ? shownName(each) : each)),
          total: values.length,
          hasMore: values.length > MAX_VALUES,
        },
      };
    },
  };
}

function findCompleter(registry: Registry, ref: JsonObject, argument: string): Completer | undefined {
  if (ref.type === 'ref/prompt') {
    const prompt = registry.prompts.get(requireString(ref, 'name', 'ref.name'));
    if (prompt === undefined)
      throw WireError.of(
        'InvalidParams',
        registry.prompts.size === 0
          ? 'params.ref.name is not the name of a prompt. This world has no prompts.'
          : 'params.ref.name is not the name of a prompt. prompts/list lists the prompts.',
      );
    return own(prompt.arguments, argument)?.complete;
  }
  if (ref.type === 'ref/resource') {
    const uri = requireString(ref, 'uri', 'ref.uri');
    const entry = registry.templates.find(({ template }) => template.uriTemplate === uri);
    if (entry !== undefined) return own(entry.template.complete, argument);
    if (registry.resources.has(uri)) return undefined;
    throw WireError.of(
      'InvalidParams',
      'params.ref.uri is not the URI of a resource template. resources/templates/list lists the templates.',
    );
  }
  throw WireError.of('InvalidParams', 'params.ref.type must be "ref/prompt" or "ref/resource".');
}

/** Own members only: a client may name `constructor` or `toString`. */
function own<Value>(members: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}
