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
  ['input.', 'ListInputActions lists the actions, and ListControls the controls with their pixels.'],
  ['time.', 'SearchObjects finds objects, and ListComponentMembers the members of a component.'],
  ['ui.', 'ListControls without rootId lists all controls.'],
  ['signal.', 'SearchObjects finds the id of an object by its name or path.'],
  ['animation.', 'SearchObjects with type finds objects with an animation.'],
  ['cells.', 'SearchObjects with type finds tile maps.'],
  ['editor.', 'GetEditor shows the scenes and the selection of the editor.'],
  [
    'object.',
    'SearchObjects finds objects by name, path or type. The id of a destroyed object is not used again.',
  ],
];

/** Tools of this world for the operations that hints of bridges name. */
const TOOLS: Readonly<Record<string, string>> = {
  'code.run': 'ConsoleEval',
  'component.add': 'AddComponent',
  'component.list': 'GetComponents',
  'editor.open': 'OpenScene',
  'editor.play': 'PlayGame',
  'editor.save': 'SaveScenes',
  'editor.stop': 'StopGame',
  'engine.describe': 'GetStatus',
  'hook.add': 'HookAdd',
  'hook.methods': 'HookListMethods',
  'input.actions': 'ListInputActions',
  'member.list': 'ListComponentMembers',
  'method.call': 'CallMethod',
  'object.destroy': 'DestroyObject',
  'object.reparent': 'Reparent',
  'scene.builds': 'ListBuildScenes',
};
const OPERATION = /\b[a-z]+\.[a-z]+\b/g;

/** What the engine says to list, without the tools of this world. */
const LISTING = /\blist (?:the|its|them)\b/;
/** A word that begins a sentence. Types of GDScript begin signatures, and are left as they are, like file names and paths. */
const FIRST_WORD = /^(?!(?:void|bool|int|float|signal)\b)(?:[a-z]+(?=[ ,;]|$)|(?:console|hook)(?=:))/;
/** Ids begin with a small letter. */
const OWNERS: readonly (readonly [id: RegExp, owner: string])[] = [
  [/^obj:/, 'Object'],
  [/^scn:/, 'Scene'],
];

/** The next step after an error of the engine. Only a missing thing gets the tool that finds it. */
export function engineHint(error: EngineError, operation: OperationName): string {
  const { kind, message } = error;
  const hint = error.hint?.replace(OPERATION, name => TOOLS[name] ?? name);
  const isType = message.startsWith('there is no type') && /^(member|method)\./.test(operation);
  const isObject = /^there is no object | was destroyed$/.test(message);
  const sought = isObject ? 'object.' : isType ? 'component.' : operation;
  const [, finder = ANY] = FINDERS.find(([prefix]) => sought.startsWith(prefix)) ?? [];
  if (kind !== 'not-found') return sentence(hint ?? (kind === 'invalid' ? finder : BY_KIND[kind]));
  const names = sentence(withoutListing(hint ?? ''));
  return names === '' ? finder : `${names} ${finder}`;
}

function withoutListing(hint: string): string {
  const found = LISTING.exec(hint);
  return found === null ? hint : hint.slice(0, found.index).trimEnd().replace(/[;,]$/, '');
}

/** With a capital letter and an end. */
export function sentence(text: string): string {
  const [, owner] = OWNERS.find(([id]) => id.test(text)) ?? [];
  const isWord = FIRST_WORD.test(text);
  const begun = owner !== undefined ? `${owner} ${text}` : isWord ? capital(text) : text;
  return begun === '' || /[.?!]$/.test(begun) ? begun : `${begun}.`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
