import type { Access } from '@worldwire/server';
import { hasCodeName } from './code-names.js';
import { folded } from './folded.js';

/** What a path leads to, as far as the path tells it. */
export type ObjectKind =
  | 'actor'
  | 'asset'
  | 'template'
  | 'defaults'
  | 'native'
  | 'editor'
  | 'class'
  | 'script'
  | 'inner';

export interface KindRule {
  /** For docs/unreal.md. */
  readonly what: string;
  /** The access of a call of one of its functions, unless the function or the arguments decide otherwise. */
  readonly call: Access;
  /** The functions that need no more than `write` all the same. */
  readonly exceptCalls?: string;
  /** The access of setting one of its properties, unless the property or the value decides otherwise. */
  readonly set: Access;
}

export const KINDS: Readonly<Record<ObjectKind, KindRule>> = {
  actor: { what: 'an actor or a component of a level', call: 'write', set: 'write' },
  asset: {
    what: 'an asset: `/Game/Doors/M_Wood`',
    call: 'danger',
    exceptCalls: '`Get…`, `Is…`, `Has…`, `Can…`, `Set…ParameterValue`',
    set: 'write',
  },
  template: {
    what: 'a part of an asset: `…_GEN_VARIABLE`, `WidgetTree.…`, plain material expressions, collision',
    call: 'danger',
    set: 'write',
  },
  defaults: {
    what: 'the defaults of a Blueprint: `BP_Door.Default__BP_Door_C`',
    call: 'danger',
    set: 'write',
  },
  native: {
    what: 'native classes, libraries, subsystems and settings: `/Script/…`',
    call: 'danger',
    exceptCalls: 'the functions below',
    set: 'danger',
  },
  editor: {
    what: "the editor's own objects and Python types: `/Engine/Transient…`, `/Engine/PythonTypes…`",
    call: 'danger',
    set: 'danger',
  },
  class: { what: 'a class: `BP_Door.BP_Door_C`', call: 'danger', set: 'danger' },
  script: {
    what: 'graphs, nodes, the Blueprint of a level, and objects that run commands, scripts or pages by their names',
    call: 'danger',
    set: 'danger',
  },
  inner: { what: 'any other object inside of an asset', call: 'danger', set: 'danger' },
};

export interface ObjectRead {
  readonly kind: ObjectKind;
  /** Of a native default object, in lower case: "/script/engine.kismetmathlibrary". */
  readonly nativeClass?: string;
}

/** Expressions of a material without code of their own. */
const PLAIN_EXPRESSION =
  /^materialexpression(constant\d?vector|constant|scalarparameter|vectorparameter|staticboolparameter|staticswitchparameter|texturesample\w{0,32}|textureobject\w{0,32}|texturecoordinate|panner|rotator|add|multiply|linearinterpolate)(_\d{1,9})?$/;
const PLAIN_PART = /^(bodysetup|skeletalbodysetup|physicsconstrainttemplate|widgettree)(_\d{1,9})?$/;

/** Reads a path that `objectPath` accepted. What is not recognized gets a kind that needs the right to run code. */
export function objectKind(path: string): ObjectRead {
  const text = folded(path);
  const end = text.search(/[.:]/);
  const owner = end < 0 ? text : text.slice(0, end);
  const names = end < 0 ? [] : text.slice(end + 1).split(/[.:]/);
  const [first = '', second = '', third = ''] = names;
  if (owner.startsWith('/script/') || owner === '/script') {
    const isDefault = names.length === 1 && first.startsWith('default__');
    return {
      kind: 'native',
      ...(isDefault && { nativeClass: `${owner}.${first.slice('default__'.length)}` }),
    };
  }
  if (isOfEditor(owner)) return { kind: 'editor' };
  if (names.some(name => name === '' || name.includes('/'))) return { kind: 'inner' };
  if (hasCodeName(names.slice(1))) return { kind: 'script' };
  if (second === 'persistentlevel') {
    if (third === '' || names.some(name => name.startsWith('default__'))) return { kind: 'inner' };
    // The Blueprint of a level has the name of the level.
    return { kind: third === first ? 'script' : 'actor' };
  }
  if (first.startsWith('default__')) return { kind: 'defaults' };
  if (names.length <= 1) {
    const isAsset = first === owner.slice(owner.lastIndexOf('/') + 1) || !first.endsWith('_c');
    return { kind: isAsset ? 'asset' : 'class' };
  }
  const isTemplate = names.length === 2 && second.endsWith('_gen_variable');
  return {
    kind: isTemplate || PLAIN_EXPRESSION.test(second) || PLAIN_PART.test(second) ? 'template' : 'inner',
  };
}

function isOfEditor(owner: string): boolean {
  return ['/engine/transient', '/engine/pythontypes'].some(
    own => owner === own || owner.startsWith(`${own}/`),
  );
}
