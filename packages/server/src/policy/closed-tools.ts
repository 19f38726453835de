import type { Tool } from '../api/tool.js';
import { needOf, type Policy } from './policy.js';
import type { Principal } from './principal.js';

/**
 * Says in a few sentences which tools the operator's ceiling closes and the flag that opens them, and which ones the rights of
 * the caller close. "" if none.
 */
export function closedTools(
  policy: Policy,
  tools: Iterable<Pick<Tool, 'access' | 'name' | 'audited'>>,
  who: Principal,
): string {
  const all = [...tools];
  return [aboveCeiling(policy, all), withoutRight(policy, all, who)].filter(part => part !== '').join(' ');
}

function withoutRight(
  policy: Policy,
  tools: readonly Pick<Tool, 'access' | 'name' | 'audited'>[],
  who: Principal,
): string {
  const rights = policy.rightsOf(who);
  const closed = tools.filter(tool => policy.allows(tool.access) && !policy.shows(rights, needOf(tool)));
  if (closed.length === 0) return '';
  const are = closed.length === 1 ? 'is' : 'are';
  const held = rights.words.length === 0 ? 'no rights' : rights.words.join(' ');
  const more = who.origin === 'oauth' ? 'a token with more scopes opens more' : 'the operator gives more';
  return `${count(closed.length)} ${are} not listed: ${who.name} has ${held}, and ${more}.`;
}

function aboveCeiling(policy: Policy, tools: readonly Pick<Tool, 'access'>[]): string {
  const closed = tools.filter(({ access }) => !policy.allows(access));
  if (closed.length === 0) return '';
  if (policy.readOnly) {
    const are = closed.length === 1 ? 'is' : 'are';
    return `${count(closed.length)} ${are} not listed: the operator started the server with --read-only.`;
  }
  const code = closed.filter(({ access }) => access === 'danger').length;
  return [
    sentence(closed.length - code, 'changes the world', 'change the world', '--allow writes'),
    sentence(code, 'runs code', 'run code', '--allow eval'),
  ]
    .filter(part => part !== '')
    .join(' ');
}

function sentence(tools: number, does: string, doMany: string, flag: string): string {
  if (tools === 0) return '';
  return tools === 1
    ? `1 tool that ${does} is not listed: the operator allows it with ${flag}.`
    : `${count(tools)} that ${doMany} are not listed: the operator allows them with ${flag}.`;
}

function count(tools: number): string {
  return tools === 1 ? '1 tool' : `${tools} tools`;
}
