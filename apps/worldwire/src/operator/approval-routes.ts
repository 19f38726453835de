import { encodeSse, isObject, type JsonValue } from '@worldwire/protocol';
import { type FeedReader, json, type WebAnswer, WebFeed, WorldError } from '@worldwire/server';
import {
  type ApprovalEvent,
  type Decision,
  listedItems,
  type Plan,
  type PlanPage,
  type Principal,
  type StandingApproval,
  totalOf,
  type WaitingApproval,
} from '@worldwire/server/internal';
import type { OperatorRequest } from '@worldwire/transports/http';
import { requireOperate, worldsOf } from './access.js';
import type { Operated } from './operated.js';
import { pageOf } from './page.js';
import { recorded } from './recorded.js';
import { objectOf } from './request-body.js';

const MAX_STANDING_SHOWN = 50;
const KNOWN = ['approve', 'digest', 'forMinutes', 'arguments', 'reason'];

/** GET approvals: the calls that wait in worlds that the principal operates or approves, and a part of the standing approvals. */
export function listApprovals(host: Operated, { who, query }: OperatorRequest): WebAnswer {
  worldsOf(host, who, 'approve', 'operate');
  const items = host.approvals.waiting.filter(({ plan }) => sees(host, who, plan.world));
  const standing = host.approvals.standing
    .filter(({ world }) => sees(host, who, world))
    .slice(0, MAX_STANDING_SHOWN);
  const keyOf = ({ at, id }: WaitingApproval) => `${at} ${id}`;
  const show = (waiting: WaitingApproval) => viewOf(waiting, host, who);
  return pageOf({ name: 'approvals', items, keyOf, show }, query, { standing });
}

/** GET approvals/stream: an event for each step of an approval, from now on. */
export function followApprovals(host: Operated, { who }: OperatorRequest): WebFeed {
  worldsOf(host, who, 'approve', 'operate');
  return new WebFeed(reader => {
    reader.write(encodeSse({ event: 'ready', data: '{}' }));
    return writeSteps(host, who, reader);
  });
}

/** Writes an event for each step of an approval that the principal sees. Returns the function that ends it. */
export function writeSteps(host: Operated, who: Principal, reader: FeedReader): () => void {
  return host.approvals.subscribe(event => {
    if (sees(host, who, event.plan.world))
      reader.write(encodeSse({ event: event.what, data: JSON.stringify(eventView(event)) }));
  });
}

/** GET approvals/:id/plan, with the query `offset`, and `edit` for a plan of other arguments: a page of a plan. */
export function showPlan(
  host: Operated,
  { who, query }: OperatorRequest,
  [id = '']: readonly string[],
): WebAnswer {
  requireSeen(host, who, id);
  const offset = wholeNumber(query, 'offset') ?? 0;
  return json(200, pageView(id, host.approvals.page(id, offset, wholeNumber(query, 'edit'), who)));
}

/** POST approvals/:id/plan with `{ arguments }`: the plan of these arguments, which can then be approved. */
export async function planOthers(
  host: Operated,
  { who, body }: OperatorRequest,
  [id = '']: readonly string[],
): Promise<WebAnswer> {
  requireSeen(host, who, id);
  const { arguments: args, ...rest } = objectOf(body, '{"arguments": {}}');
  if (!isObject(args) || Object.keys(rest).length > 0) {
    throw invalid(
      'The body must have arguments alone, as an object.',
      'Send {"arguments": {…}}, with all arguments.',
    );
  }
  return json(200, pageView(id, await host.approvals.edit(id, args, who)));
}

/** POST approvals/:id with `{ approve: true, digest, forMinutes?, arguments? }` or `{ approve: false, reason }` */
export async function decide(
  host: Operated,
  { who, body }: OperatorRequest,
  [id = '']: readonly string[],
): Promise<WebAnswer> {
  worldsOf(host, who, 'approve', 'operate');
  await host.approvals.decide(id, decisionOf(body), who);
  return json(200, { id, decided: true });
}

/** DELETE approvals/standing, with the query `principal`, `world` and `tool`: ends an approval that holds for some time. */
export async function revokeStanding(host: Operated, { who, query }: OperatorRequest): Promise<WebAnswer> {
  const [principal, world, tool] = [query.get('principal'), query.get('world'), query.get('tool')];
  if (principal === null || world === null || tool === null) {
    const hint = 'Take all three from the list of approvals.';
    throw new WorldError('InvalidArgument', 'Name principal, world and tool in the query.', hint);
  }
  if (!who.rights(host.date).has('approve', world)) requireOperate(host, who, world);
  const details = { principal, world, tool } satisfies Partial<StandingApproval>;
  await recorded(host, { kind: 'operator', principal: who.name, what: 'standing approval revoked', details });
  if (host.approvals.revoke(principal, world, tool)) return json(200, { revoked: true });
  throw new WorldError(
    'NotFound',
    `No approval holds for ${tool} of ${principal} in ${world}.`,
    'List the approvals.',
  );
}

function sees({ date }: Operated, who: Principal, world: string): boolean {
  const rights = who.rights(date);
  return rights.has('operate', world) || rights.has('approve', world);
}

/** A person who sees no call of the world learns nothing of its approvals. */
function requireSeen(host: Operated, who: Principal, id: string): void {
  worldsOf(host, who, 'approve', 'operate');
  const waiting = host.approvals.waiting.find(each => each.id === id);
  if (waiting !== undefined && sees(host, who, waiting.plan.world)) return;
  throw new WorldError(
    'NotFound',
    `No call waits for the approval ${id.slice(0, 40)}.`,
    'List the calls that wait.',
  );
}

function viewOf({ plan, ...waiting }: WaitingApproval, { date }: Operated, who: Principal) {
  const decidable = plan.principal !== who.name && who.rights(date).has('approve', plan.world);
  return { ...waiting, ...planView(waiting.id, plan), decidable };
}

function eventView({ plan, ...event }: ApprovalEvent) {
  return { ...event, ...planView(event.id, plan) };
}

/** A plan in a list: the first items, and the digest only if these are all. Otherwise the way to all of it. */
function planView(id: string, { effect, digest, ...plan }: Plan) {
  const { items, isCut } = listedItems(effect);
  const cut = { shown: items.length, total: effect?.items.length ?? 0 };
  return {
    ...plan,
    ...effectView(effect),
    ...(effect !== undefined && { items }),
    ...(isCut ? { cut, whole: `approvals/${id}/plan?offset=0` } : { digest }),
  };
}

/** What all pages of a plan say. */
function effectView(effect: Plan['effect']) {
  if (effect === undefined) return {};
  const { sentence, totals, undo, note, items } = effect;
  const unlisted = totalOf(totals) - items.length;
  return {
    sentence,
    totals,
    ...(undo !== undefined && { undo }),
    ...(note !== undefined && { note }),
    ...(unlisted > 0 && { unlisted }),
  };
}

function pageView(id: string, { plan, unlisted: _, ...page }: PlanPage) {
  const { effect, digest: __, changes: ___, ...rest } = plan;
  return { id, ...rest, ...effectView(effect), ...page };
}

function wholeNumber(query: OperatorRequest['query'], name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw invalid(`${name} is "${text.slice(0, 40)}".`, 'Give a whole number, 0 or greater, or leave it out.');
}

function decisionOf(body: JsonValue | undefined): Decision {
  const example = '{"approve": true, "digest": "…"}';
  const { approve, digest, forMinutes, arguments: args, reason, ...rest } = objectOf(body, example);
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) {
    throw invalid(`"${unknown.slice(0, 40)}" is not a part of a decision.`, `Known: ${KNOWN.join(', ')}.`);
  }
  if (approve === false) {
    if (typeof reason === 'string') return { approve, reason };
    throw invalid(
      'A denial needs a reason, as text.',
      'Send {"approve": false, "reason": "…"}: the agent gets the reason.',
    );
  }
  if (approve !== true) throw invalid('approve is neither true nor false.', `Send ${example}.`);
  if (reason !== undefined)
    throw invalid('An approval has no reason.', 'Leave reason out, or deny the call.');
  if (digest !== undefined && typeof digest !== 'string')
    throw invalid('digest is not a text.', 'Send the digest of the plan that was shown.');
  if (forMinutes !== undefined && typeof forMinutes !== 'number') {
    throw invalid(
      'forMinutes is not a number.',
      'Send minutes, such as 10, or leave it out to approve one call.',
    );
  }
  if (args !== undefined && !isObject(args)) {
    throw invalid('arguments is not an object.', 'Send all arguments of the call, or leave it out.');
  }
  return {
    approve,
    ...(digest !== undefined && { digest }),
    ...(forMinutes !== undefined && { forMinutes }),
    ...(args !== undefined && { arguments: args }),
  };
}

function invalid(message: string, hint: string): WorldError {
  return new WorldError('InvalidArgument', message, hint);
}
