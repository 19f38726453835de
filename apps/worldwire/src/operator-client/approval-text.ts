import { callerName } from '@worldwire/protocol';
import { legible, type PlannedItem, type PlannedTotals } from '@worldwire/server';
import { totalOf } from '@worldwire/server/internal';
import { itemLine, totalsText } from '@worldwire/server/kit';
import { span } from '../command-line/table.js';

/** What the server says of a plan, beside its items. */
export interface ShownEffect {
  /** Left out for a tool without a dry run, like the other members. */
  readonly sentence?: string;
  readonly totals?: PlannedTotals;
  readonly undo?: string;
  readonly note?: string;
  /** Changes that are only counted. */
  readonly unlisted?: number;
}

/** A call that waits, as the server lists it. */
export interface ShownApproval extends ShownEffect {
  readonly id: string;
  readonly world: string;
  readonly tool: string;
  readonly access: string;
  readonly principal: string;
  readonly client?: string;
  readonly about?: Readonly<Record<string, string | number>>;
  /** As JSON. */
  readonly arguments: string;
  /** The first items of the plan, removals first. */
  readonly items?: readonly PlannedItem[];
  /** The list does not have all items of the plan, and so no digest. */
  readonly cut?: { readonly shown: number; readonly total: number };
  readonly digest?: string;
  readonly at: string;
  readonly expiresAt: string;
  readonly editable: boolean;
  readonly decidable: boolean;
}

/** A page of a plan. */
export interface ShownPage extends ShownEffect {
  readonly arguments: string;
  readonly items: readonly PlannedItem[];
  readonly edit?: number;
  readonly nextOffset?: number;
  readonly digest?: string;
}

const LABEL = 11;
/** Characters of a value. The server shows 16,384 at most, so that a person sees all arguments. */
const MAX_VALUE = 16 * 1024;
const MAX_TEXT = 1_000;
/** Characters of a value before or after. The server cuts longer ones, and says so. */
const MAX_CHANGED = 2_100;
const SHORT = 200;

/** A call that waits, for a person: what it does in one sentence, what it removes, what else it changes, and who asks. */
export function approvalLines(approval: ShownApproval, now: number): readonly string[] {
  const { id, world, tool, access, items = [], cut } = approval;
  const waits = span((now - Date.parse(approval.at)) / 1_000);
  const left = span((Date.parse(approval.expiresAt) - now) / 1_000);
  return [
    `${id}  ${legible(tool)} in ${legible(world)}${access === 'danger' ? ' (runs code)' : ''}`,
    ...effectLines(approval),
    ...itemLines(items),
    ...(cut === undefined
      ? []
      : [
          labelled(
            '',
            `This is a part of the plan: ${cut.shown} of ${cut.total} items. See all before you approve it.`,
          ),
        ]),
    labelled('asked by', legible(callerName(approval))),
    labelled('waits', `${waits}; is refused in ${left}`),
    ...members('arguments', approval.arguments),
    ...(approval.decidable
      ? []
      : [labelled('', 'You cannot decide on this call: it is your own, or you lack the right approve.')]),
  ];
}

/** What all pages of a plan say. */
export function effectLines({ sentence, totals, undo, note, unlisted }: ShownEffect): readonly string[] {
  if (sentence === undefined || totals === undefined)
    return [labelled('effect', 'unknown: this tool has no dry run')];
  return [
    labelled('effect', legible(sentence, MAX_TEXT)),
    // An effect that is not known counts nothing: the sentence says so.
    ...(totalOf(totals) > 0 ? [labelled('in all', totalsText(totals))] : []),
    ...(unlisted === undefined
      ? []
      : [labelled('', `The plan names not all of these: ${unlisted} are only counted.`)]),
    ...(note === undefined ? [] : [labelled('note', legible(note, MAX_TEXT))]),
    ...(undo === undefined ? [] : [labelled('undo', legible(undo, MAX_TEXT))]),
  ];
}

/** Items of a plan in a line each. */
export function itemLines(items: readonly PlannedItem[]): readonly string[] {
  return items.map((item, index) => labelled(index === 0 ? 'changes' : '', itemLine(item, MAX_CHANGED)));
}

/** The members of an object in a line each, or the text as it is. */
export function members(label: string, text: string): readonly string[] {
  const parsed = parse(text);
  if (parsed === undefined) return [labelled(label, legible(text, MAX_VALUE))];
  const lines = Object.entries(parsed).map(
    ([name, value]) => `${legible(name, SHORT)}: ${legible(JSON.stringify(value), MAX_VALUE)}`,
  );
  return lines.length === 0
    ? [labelled(label, 'none')]
    : lines.map((line, index) => labelled(index === 0 ? label : '', line));
}

function labelled(label: string, text: string): string {
  return `  ${label.padEnd(LABEL)}${text}`;
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
