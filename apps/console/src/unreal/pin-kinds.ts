/** Kinds of pins that have a colour of their own. */
export type PinKind =
  | 'exec'
  | 'bool'
  | 'byte'
  | 'int'
  | 'float'
  | 'string'
  | 'name'
  | 'text'
  | 'vector'
  | 'rotator'
  | 'transform'
  | 'struct'
  | 'class'
  | 'object'
  | 'delegate'
  | 'any';

const KINDS: Readonly<Record<string, PinKind>> = {
  exec: 'exec',
  bool: 'bool',
  byte: 'byte',
  int: 'int',
  int64: 'int',
  float: 'float',
  double: 'float',
  real: 'float',
  string: 'string',
  fstring: 'string',
  name: 'name',
  fname: 'name',
  text: 'text',
  ftext: 'text',
  vector: 'vector',
  rotator: 'rotator',
  transform: 'transform',
  struct: 'struct',
  vector2d: 'struct',
  vector4: 'struct',
  quat: 'struct',
  color: 'struct',
  linearcolor: 'struct',
  hitresult: 'struct',
  timerhandle: 'struct',
  latentactioninfo: 'struct',
  gameplaytag: 'struct',
  class: 'class',
  delegate: 'delegate',
  mcdelegate: 'delegate',
  wildcard: 'any',
  value: 'any',
  unknown: 'any',
};

/** The kind of a type such as "exec", "array of Vector" or "soft class of Actor". A map has the kind of its keys. */
export function pinKind(type: string): PinKind {
  const element = type.replace(/^(?:array|set|map) of /, '').split(' to ', 1)[0]!;
  if (/^(?:soft )?class\b/.test(element)) return 'class';
  const folded = element.toLowerCase();
  if (folded === '') return 'any';
  return Object.hasOwn(KINDS, folded) ? KINDS[folded]! : 'object';
}
