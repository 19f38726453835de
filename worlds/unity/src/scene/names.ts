import type { MemberInfo, ObjectInfo, Value } from '@worldwire/engine';
import { WorldError } from '@worldwire/server';
import { cutText, nearMatches } from '@worldwire/server/kit';
import { type Scene, unlessMissing } from './scene.js';

const MAX_TYPES = 200;
const MAX_MEMBERS = 500;
const MAX_NAME = 100;
const MAX_PATH = 300;
const MAX_LISTED = 20;
/** Members belong to it as to a component, but no list of components has it. */
const OBJECT_TYPE = 'UnityEngine.GameObject';

/** A member of a component, with the full name of its type. */
export interface Place {
  readonly object: string;
  readonly type: string;
  readonly name: string;
}

/** "Turret (/Arena/Turret)", for a person. */
export function named({ name, path }: Pick<ObjectInfo, 'name' | 'path'>, more = ''): string {
  return `${cutText(name, MAX_NAME)} (${cutText(path, MAX_PATH)}${more})`;
}

/** The component types of an object. */
export async function typesOf(scene: Scene, object: string): Promise<string[]> {
  const { items } = await scene.call('component.list', { object, limit: MAX_TYPES });
  return items.map(({ type }) => type);
}

/**
 * The full name of a component type of the object, from the full or the short name in any case. The name itself if the object has no such
 * component: it may be a base type.
 */
export function fullType(types: readonly string[], given: string): string {
  const wanted = given.toLowerCase();
  const all = [...new Set([...types, OBJECT_TYPE])];
  const matches = all.filter(type => type.toLowerCase() === wanted || shortName(type) === wanted);
  return all.includes(given) || matches.length !== 1 ? given : (matches[0] as string);
}

/** The member and its value. An error names the nearest types or members. */
export async function findMember(
  scene: Scene,
  object: string,
  given: string,
  name: string,
): Promise<{ readonly place: Place; readonly value: Value }> {
  const place = { object, type: fullType(await typesOf(scene, object), given), name };
  try {
    return { place, value: await scene.call('member.read', place) };
  } catch (thrown) {
    if (isRefusal(thrown)) await explainMember(scene, place, 'member');
    throw thrown;
  }
}

/** The methods with the name, or the one with the signature. An error names the nearest. */
export async function findMethods(
  scene: Scene,
  object: string,
  given: string,
  method: string,
): Promise<{ readonly place: Place; readonly methods: readonly MemberInfo[] }> {
  const type = fullType(await typesOf(scene, object), given);
  const place = { object, type, name: methodName(method) };
  const members = (await unlessMissing(membersOf(scene, place))) ?? [];
  const methods = members.filter(
    ({ kind, name, signature }) => kind === 'method' && (name === method || signature === method),
  );
  if (methods.length === 0) await explainMember(scene, place, 'method');
  return { place, methods };
}

/** The name of a method that is given by name or by signature. */
export function methodName(method: string): string {
  const from = method.indexOf('::');
  const to = from < 0 ? -1 : method.indexOf('(', from);
  return (to > 0 && method.slice(from + 2, to)) || method;
}

/** "Did you mean …?" with the nearest names, or else all of them. */
export function suggestion(word: string, known: readonly string[], finder: string): string {
  const short = known.filter(name => shortName(name) === word.toLowerCase());
  const near = short.length > 0 ? short : nearMatches(word, known);
  if (near.length > 0) return `Did you mean ${near.join(' or ')}? ${finder}`;
  const listed = known.slice(0, MAX_LISTED).map(name => cutText(name, MAX_NAME));
  if (listed.length === 0) return finder;
  const more = known.length - listed.length;
  return `There ${known.length === 1 ? 'is' : 'are'} ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}. ${finder}`;
}

/** Whether an error is about a name that does not exist, or that stands for something else. */
export function isRefusal(thrown: unknown): boolean {
  return thrown instanceof WorldError && (thrown.kind === 'NotFound' || thrown.kind === 'InvalidArgument');
}

/** Throws if the object has no such component, or the component no such member. The error has the nearest names. */
export async function explainMember(
  scene: Scene,
  { object, type, name }: Place,
  what: 'member' | 'method',
): Promise<void> {
  const types = await typesOf(scene, object);
  const members = await unlessMissing(membersOf(scene, { object, type, name }));
  if (members === undefined) {
    throw new WorldError(
      'NotFound',
      `${object} has no component "${cutText(type, MAX_NAME)}".`,
      suggestion(type, types, 'GetComponents lists them.'),
    );
  }
  const isMethod = what === 'method';
  const known = members.filter(({ kind }) => (kind === 'method') === isMethod).map(each => each.name);
  if (known.includes(name)) return;
  const other = members.some(member => member.name === name);
  const list = isMethod ? ' with includeMethods' : '';
  throw new WorldError(
    other ? 'InvalidArgument' : 'NotFound',
    other
      ? `${type}.${name} is ${isMethod ? 'not a method' : 'a method'}.`
      : `${type} has no ${what} "${cutText(name, MAX_NAME)}".`,
    other
      ? `Use ${isMethod ? 'SetMember or ReadComponentMember' : 'CallMethod'}.`
      : suggestion(name, [...new Set(known)], `ListComponentMembers${list} lists them.`),
  );
}

async function membersOf(scene: Scene, { object, type }: Place): Promise<readonly MemberInfo[]> {
  return (await scene.call('member.list', { object, type, methods: true, limit: MAX_MEMBERS })).items;
}

function shortName(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1).toLowerCase();
}
