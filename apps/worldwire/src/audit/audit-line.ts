import type { About, AuditEvent, AuditIntent } from '@worldwire/server';

/** How every line ends. */
export const LINE_END = '}\n';
/** Text that is the same in JSON, but for the quotation marks around it. */
const PLAIN = /^[ !#-[\]-~]*$/;

export function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** The same line as `lineOf` gives, in a tenth of the time: every write waits for the line of its intent. */
export function intentLine(intent: AuditIntent): string {
  const { id, at, world, principal, client, tool, access, about, operationKey } = intent;
  let line = `{"id":${quoted(id)},"at":${quoted(at)},"world":${quoted(world)},"principal":${quoted(principal)}`;
  if (client !== undefined) line += `,"client":${quoted(client)}`;
  line += `,"tool":${quoted(tool)},"access":"${access}"`;
  if (about !== undefined) line += `,"about":{${membersOf(about)}}`;
  if (operationKey !== undefined) line += `,"operationKey":${quoted(operationKey)}`;
  return line + LINE_END;
}

/** What an outcome has beside its intent, as members of a JSON object: words and numbers that need no escapes. */
export function outcomeMembers({ outcome, unread, ms }: AuditEvent): string {
  return `"outcome":"${outcome}",${unread === true ? '"unread":true,' : ''}"ms":${ms}`;
}

function membersOf(about: About): string {
  let members = '';
  for (const name in about) {
    const value = about[name] as string | number;
    const text = typeof value === 'string' ? quoted(value) : JSON.stringify(value);
    members += `${members === '' ? '' : ','}${quoted(name)}:${text}`;
  }
  return members;
}

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
