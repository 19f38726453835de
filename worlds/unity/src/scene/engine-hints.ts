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

/** What the engine says to list, without the tools of this world. */
const LISTING = /[;,]?\s*\blist (the|its|them)\b.*$/;
/** Words that begin a sentence. Other first words may be names or values, which are left as they are. */
const FIRST_WORD =
  /^(the|there|an?|no|only|this|it|code|more|all|send|did|try|wait|choose|use|add|read|retry|loaded|call)\b/;

/** The next step after an error of the engine. Only a missing thing gets the tool that finds it. */
export function engineHint({ kind, hint }: EngineError, operation: OperationName): string {
  const [, finder = ANY] = FINDERS.find(([prefix]) => operation.startsWith(prefix)) ?? [];
  if (kind !== 'not-found') return sentence(hint ?? (kind === 'invalid' ? finder : BY_KIND[kind]));
  const names = sentence((hint ?? '').replace(LISTING, ''));
  return names === '' ? finder : `${names} ${finder}`;
}

/** With a capital letter and an end. */
export function sentence(text: string): string {
  const begun = FIRST_WORD.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
  return begun === '' || /[.?!]$/.test(begun) ? begun : `${begun}.`;
}
