import { EngineError } from '../../port/engine-error.js';
import type { Value } from '../../port/value.js';
import type { DataMember, Method, Target } from './member.js';
import { nearNames } from './near-names.js';
import type { ReflectedType } from './reflected-type.js';
import type { Lookup, ValueType } from './value-type.js';

/** Names in a hint. */
const MAX_NAMES = 12;

export function dataMember(type: ReflectedType, name: string): DataMember {
  const found = type.members.get(name);
  if (found !== undefined) return found;
  if (type.methods.has(name)) throw new EngineError('invalid', `${type.name}.${name} is a method`, 'call it');
  throw noMember(type, name, [...type.members.keys()], 'member');
}

export function readMember(type: ReflectedType, target: Target, name: string): Value {
  const member = dataMember(type, name);
  return member.type.show(member.get(target));
}

export function writeMember(
  type: ReflectedType,
  target: Target,
  name: string,
  json: unknown,
  lookup: Lookup,
): void {
  const { member, set } = writable(type, name);
  set(target, accepted(member.type, json, lookup, `${type.name}.${name}`));
}

/** The value that a write would set, as the member's type shows it. The member itself may change it. */
export function plannedWrite(type: ReflectedType, name: string, json: unknown, lookup: Lookup): Value {
  const { member } = writable(type, name);
  return member.type.show(accepted(member.type, json, lookup, `${type.name}.${name}`));
}

function writable(
  type: ReflectedType,
  name: string,
): { readonly member: DataMember; readonly set: NonNullable<DataMember['set']> } {
  const member = dataMember(type, name);
  if (member.set !== undefined) return { member, set: member.set };
  const others = [...type.members.values()].filter(({ set }) => set !== undefined).map(each => each.name);
  throw new EngineError(
    'invalid',
    `${type.name}.${name} can only be read`,
    others.length === 0 ? 'call one of its methods' : `members that can be written: ${some(others)}`,
  );
}

/** Throws if a type has no method of this name or signature. */
export function requireMethod(type: ReflectedType, name: string): void {
  if (type.overloads(name).length > 0) return;
  if (type.members.has(name)) {
    throw new EngineError('invalid', `${type.name}.${name} is not a method`, 'read or write it');
  }
  throw noMember(type, name, [...type.methods.keys()], 'method');
}

/** Calls the overload that fits the arguments. */
export function callMethod(
  type: ReflectedType,
  target: Target,
  name: string,
  args: readonly unknown[],
  lookup: Lookup,
): Value {
  const { method, values } = chosen(type, name, args, lookup);
  return method.returns.show(method.implementation(target, values));
}

export function accepted(type: ValueType, json: unknown, lookup: Lookup, what: string): unknown {
  const found = type.accept(json, lookup);
  if (found !== undefined) return found.value;
  throw new EngineError(
    'invalid',
    `${what} is a ${type.name} and does not take ${shortly(json)}`,
    `send ${type.expects}`,
  );
}

/** The method with a signature, or with a name that only one method has. */
export function onlyMethod(type: ReflectedType, nameOrSignature: string): Method {
  const overloads = type.overloads(nameOrSignature);
  if (overloads.length === 1) return overloads[0] as Method;
  if (overloads.length === 0) throw noMember(type, nameOrSignature, [...type.methods.keys()], 'method');
  throw new EngineError(
    'invalid',
    `${type.name} has ${overloads.length} methods named ${nameOrSignature}`,
    `send one of the signatures: ${signatures(type, overloads)}`,
  );
}

interface Choice {
  readonly method: Method;
  readonly values: readonly unknown[];
}

function chosen(type: ReflectedType, name: string, args: readonly unknown[], lookup: Lookup): Choice {
  requireMethod(type, name);
  const overloads = type.overloads(name);
  const fitting = overloads.flatMap(method => {
    const values = fit(method, args, lookup);
    return values === undefined ? [] : [{ method, values }];
  });
  if (fitting.length === 1) return fitting[0] as Choice;
  const about = fitting.length === 0 ? 'no method fits' : 'more than one method fits';
  throw new EngineError(
    'invalid',
    `${about} ${type.name}.${name} with ${shortly(args)}`,
    `there is ${signatures(
      type,
      fitting.length === 0 ? overloads : fitting.map(each => each.method),
    )}; a signature may be sent as the name`,
  );
}

function fit(method: Method, args: readonly unknown[], lookup: Lookup): unknown[] | undefined {
  if (args.length !== method.parameters.length) return undefined;
  const values: unknown[] = [];
  for (const [at, parameter] of method.parameters.entries()) {
    const found = parameter.accept(args[at], lookup);
    if (found === undefined) return undefined;
    values.push(found.value);
  }
  return values;
}

/** The nearest names, or some of all. */
function noMember(
  type: ReflectedType,
  name: string,
  names: readonly string[],
  kind: 'member' | 'method',
): EngineError {
  const about = `${type.name} has no ${kind} ${name}`;
  if (names.length === 0) return new EngineError('not-found', about, `it has no ${kind}s; try another type`);
  const near = nearNames(String(name), names);
  const hint = near === undefined ? `it has ${some(names)};` : `did you mean ${near}?`;
  return new EngineError('not-found', about, `${hint} list its members to see all ${names.length}`);
}

function some(names: readonly string[]): string {
  return names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES).join(', ')}, ...` : names.join(', ');
}

function signatures(type: ReflectedType, methods: readonly Method[]): string {
  return methods.map(each => type.signature(each)).join('; ');
}

function shortly(json: unknown): string {
  const text = JSON.stringify(json) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
