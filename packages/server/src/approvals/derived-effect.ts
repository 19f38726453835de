import { isObject, type JsonObject, type JsonValue } from '@worldwire/protocol';
import {
  countItems,
  type PlannedChange,
  type PlannedEffect,
  type PlannedItem,
} from '../api/planned-effect.js';
import type { Tool } from '../api/tool.js';
import { cutText } from '../kit/cut-text.js';

/** Members that name a thing, the best first. */
const NAMES = ['Name', 'name', 'label', 'title', 'Path', 'path', 'Id', 'id'];
const MAX_SHORT = 80;
const MAX_NAMED = 3;

/**
 * The effect by the fields of a dry run (`before`, `after`, `also`, `changeCount`, `descendants`, `attached`, `note`, `undo`), for a
 * tool that passes none. It says what these fields leave out. Undefined if they say nothing of the effect.
 */
export function derivedEffect(tool: Tool, args: JsonObject, dry: JsonObject): PlannedEffect | undefined {
  const { also, changeCount, undo } = dry;
  const named = Array.isArray(also) ? also.filter(each => typeof each === 'string') : [];
  const below = count(dry.descendants);
  if (!('before' in dry) && !('after' in dry) && named.length === 0) return undefined;
  const items = [...itemsOf(tool, args, dry.before ?? null, dry.after ?? null), ...named.map(alsoItem)];
  const counted = countItems(items);
  const isRemoval = counted.removes > 0 && counted.adds === 0 && below > 0;
  const missing = Math.max(0, count(changeCount) - items.length - (isRemoval ? below : 0));
  const totals = {
    ...counted,
    ...(isRemoval && { removes: counted.removes + below }),
    changes: counted.changes + missing,
  };
  const notes = [
    isRemoval ? `${objects(below)} below ${below === 1 ? 'is' : 'are'} not named.` : undefined,
    missing > 0 ? `${missing} further changes are not named: this plan is not complete.` : undefined,
    dry.shortened === true ? 'Values are shortened.' : undefined,
    Array.isArray(dry.attached) && dry.attached.length > 0 ? attachedNote(dry.attached) : undefined,
    typeof dry.question === 'string' ? dry.question : undefined,
    typeof dry.note === 'string' ? dry.note : undefined,
  ].filter(note => note !== undefined);
  return {
    sentence:
      items.length + missing > 0
        ? sentenceOf(tool, items, isRemoval ? below : 0, missing)
        : saysValues(dry)
          ? 'Changes nothing.'
          : `It is not known what ${callSubject(tool, args)} changes.`,
    items,
    totals,
    ...(typeof undo === 'string' && { undo }),
    ...(notes.length > 0 && { note: notes.join(' ') }),
  };
}

/** Whether a derived effect names all changes, so that it tells whether something is lost. */
export function isComplete(dry: JsonObject, { items }: PlannedEffect): boolean {
  return (
    count(dry.changeCount) <= items.length && dry.shortened !== true && (items.length > 0 || saysValues(dry))
  );
}

/** Whether equal values mean that nothing changes: a tool that cannot know its effect gives none, or says so in a note. */
function saysValues({ before = null, after = null, shortened, note }: JsonObject): boolean {
  return shortened !== true && note === undefined && (before !== null || after !== null);
}

function itemsOf(tool: Tool, args: JsonObject, before: JsonValue, after: JsonValue): readonly PlannedItem[] {
  if (same(before, after)) return [];
  if (!isObject(before) || !isObject(after)) {
    const whole = [before, after].find(isObject);
    // A value without a name is known by the call. Its subject is no thing that the call deletes.
    if (whole === undefined) {
      const what = before === null ? 'adds' : 'overwrites';
      return [{ what, subject: callSubject(tool, args), before, after }];
    }
    const subject = nameOf(whole, callSubject(tool, args));
    return [{ what: changeOf(before, after), subject, before, after }];
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap(name => {
    const [old, now] = [before[name] ?? null, after[name] ?? null];
    if (same(old, now)) return [];
    const whole = [now, old].find(isObject);
    const subject = whole === undefined ? name : nameOf(whole, name);
    return [{ what: changeOf(old, now), subject, before: old, after: now }];
  });
}

function changeOf(before: JsonValue, after: JsonValue): PlannedChange {
  if (before === null) return 'adds';
  return after === null ? 'removes' : 'overwrites';
}

/** "-stars/titan (Titan)", with a plus for what is added. */
function alsoItem(text: string): PlannedItem {
  if (text.startsWith('-')) return { what: 'removes', subject: text.slice(1) };
  return text.startsWith('+')
    ? { what: 'adds', subject: text.slice(1) }
    : { what: 'overwrites', subject: text };
}

/** The name of a thing with its place in the answer. */
function nameOf(thing: JsonObject, place: string): string {
  const found = NAMES.map(name => thing[name]).filter(value => typeof value === 'string' && value !== '');
  const [name, id] = [found[0], found.find(value => value !== found[0])];
  if (name === undefined) return place;
  return id === undefined ? String(name) : `${name} (${id})`;
}

/** The tool in words, with the short texts among its arguments. */
function callSubject({ name, title = name }: Tool, args: JsonObject): string {
  const said = Object.entries(args)
    .filter(([, value]) => typeof value === 'string' && value !== '')
    .slice(0, MAX_NAMED)
    .map(([key, value]) => `${key} ${cutText(String(value), MAX_SHORT)}`);
  return said.length === 0 ? title : `${title} (${said.join(', ')})`;
}

function sentenceOf(tool: Tool, items: readonly PlannedItem[], below: number, missing: number): string {
  const [first] = items;
  if (first === undefined) return `${tool.title ?? tool.name}: ${missing} changes.`;
  if (items.length === 1 && missing === 0) return oneSentence(first, below);
  const totals = countItems(items);
  const parts = [
    [totals.removes + below, 'deletes'],
    [totals.overwrites, 'overwrites'],
    [totals.changes + missing, 'changes'],
    [totals.adds, 'adds'],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, verb]) => `${verb} ${number}`);
  const text = said.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function oneSentence({ what, subject, before, after }: PlannedItem, below: number): string {
  // The id in brackets stands in the list.
  const name = subject.replace(/ \([^()]*\)$/, '');
  switch (what) {
    case 'removes':
      return below > 0 ? `Deletes ${name} and ${objects(below)} below it.` : `Deletes ${name}.`;
    case 'adds':
      return isObject(after) || after === undefined ? `Adds ${name}.` : `Adds ${short(after)}: ${subject}.`;
    default:
      return before === undefined
        ? `Changes ${subject}.`
        : `Overwrites ${short(before)} with ${short(after)}: ${subject}.`;
  }
}

function attachedNote(attached: readonly JsonValue[]): string {
  return `${objects(attached.length)} attached to it: ${attached.slice(0, MAX_NAMED).map(short).join(', ')}${
    attached.length > MAX_NAMED ? ', …' : ''
  }.`;
}

function objects(number: number): string {
  return number === 1 ? '1 object' : `${number} objects`;
}

function short(value: JsonValue | undefined): string {
  return cutText(JSON.stringify(value ?? null), MAX_SHORT);
}

function same(a: JsonValue, b: JsonValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function count(value: JsonValue | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
