import type { EngineError, EngineErrorKind, OperationName } from '@worldwire/engine';

const BY_KIND: Readonly<Record<Exclude<EngineErrorKind, 'not-found' | 'invalid'>, string>> = {
  unsupported: 'GetStatus names the engine. Leave this out, or use another tool.',
  'not-ready': 'Call GetStatus until Ready is true, then try again.',
  timeout: 'Read the value to see whether it was changed, then try again.',
  failed: "TailLogs shows the engine's log.",
};

const ANY = 'Read the scene with SearchObjects and GetComponents, and correct the arguments.';

/** What finds the right names for an operation. The first prefix that fits counts. */
const FINDERS: readonly (readonly [prefix: string, hint: string])[] = [
  ['scene.load', 'ListBuildScenes lists the scenes that can be loaded.'],
  ['scene.', 'ListScenes lists the scenes.'],
  ['component.', 'GetComponents lists the components of an object.'],
  ['member.', 'ListComponentMembers lists the members of a component.'],
  ['method.', 'ListComponentMembers with includeMethods lists the methods of a component.'],
  ['hook.add', 'HookListMethods lists the methods of a type.'],
  [
    'hook.methods',
    'GetComponents shows the types of an object, HookListAllowedTypes those that may be hooked.',
  ],
  ['object.list', 'ListScenes lists the scenes, GetComponents the types of an object.'],
  ['hook.', 'The resource unity://hooks lists all hooks.'],
  [
    'object.',
    'SearchObjects finds objects by name, path or type. The id of a destroyed object is not used again.',
  ],
];

/** The next step after an error of the engine. Its own hint does not know the tools of this world. */
export function engineHint({ kind, hint }: EngineError, operation: OperationName): string {
  if (kind !== 'not-found' && kind !== 'invalid') return hint ?? BY_KIND[kind];
  const [, finder = ANY] = FINDERS.find(([prefix]) => operation.startsWith(prefix)) ?? [];
  return hint === undefined ? finder : `${sentence(hint)} ${finder}`;
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
