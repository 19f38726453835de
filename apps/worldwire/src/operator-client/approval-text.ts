import { legible } from '@worldwire/server';
import { span } from '../command-line/table.js';

/** A call that waits, as the server lists it. */
export interface ShownApproval {
  readonly id: string;
  readonly world: string;
  readonly tool: string;
  readonly access: string;
  readonly principal: string;
  readonly client?: string;
  /** JSON, cut with an ellipsis where it is long. */
  readonly arguments: string;
  readonly changes?: string;
  readonly at: string;
  readonly expiresAt: string;
  readonly editable: boolean;
  readonly decidable: boolean;
}

const LABEL = 11;
/** Characters of a value. The server shows 16,384 at most, so that a person sees all arguments. */
const MAX_VALUE = 16 * 1024;
const SHORT = 200;

/** A call that waits, for a person: what it is, who asks, and what it would change. */
export function approvalLines(
  { id, world, tool, access, principal, client, ...shown }: ShownApproval,
  now: number,
): readonly string[] {
  const waits = span((now - Date.parse(shown.at)) / 1_000);
  const left = span((Date.parse(shown.expiresAt) - now) / 1_000);
  const by = client === undefined ? principal : `${principal} with ${client}`;
  return [
    `${id}  ${legible(tool)} in ${legible(world)}${access === 'danger' ? ' (runs code)' : ''}`,
    labelled('asked by', legible(by)),
    labelled('waits', `${waits}; is refused in ${left}`),
    ...members('arguments', shown.arguments),
    ...changeLines(shown.changes),
    ...(shown.decidable
      ? []
      : [labelled('', 'You cannot decide on this call: it is your own, or you lack the right approve.')]),
  ];
}

function changeLines(changes: string | undefined): readonly string[] {
  if (changes === undefined) return [labelled('changes', 'unknown: this tool has no dry run')];
  const parsed = parse(changes);
  if (parsed === undefined) return members('changes', changes);
  return ['before', 'after'].flatMap(name =>
    parsed[name] === undefined ? [] : members(name, JSON.stringify(parsed[name])),
  );
}

/** The members of an object in a line each, or the text as it is where it was cut. */
function members(label: string, text: string): readonly string[] {
  const parsed = parse(text);
  if (parsed === undefined) {
    const cut = text.endsWith('…') ? ' (too long to be shown whole)' : '';
    return [labelled(label, `${legible(text, MAX_VALUE)}${cut}`)];
  }
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
