import { encodeSse, isObject, type JsonValue } from '@worldwire/protocol';
import { type FeedReader, json, type WebAnswer, WebFeed, WorldError } from '@worldwire/server';
import type {
  ApprovalEvent,
  Decision,
  Principal,
  StandingApproval,
  WaitingApproval,
} from '@worldwire/server/internal';
import type { OperatorRequest } from '@worldwire/transports/http';
import { requireOperate, worldsOf } from './access.js';
import type { Operated } from './operated.js';
import { pageOf } from './page.js';
import { recorded } from './recorded.js';
import { objectOf } from './request-body.js';

const MAX_STANDING_SHOWN = 50;
const KNOWN = ['approve', 'forMinutes', 'arguments', 'reason'];

/** GET approvals: the calls that wait in worlds that the principal operates or approves, and a part of the standing approvals. */
export function listApprovals(host: Operated, { who, query }: OperatorRequest): WebAnswer {
  worldsOf(host, who, 'approve', 'operate');
  const items = host.approvals.waiting
    .filter(({ plan }) => sees(host, who, plan.world))
    .map(waiting => viewOf(waiting, host, who));
  const standing = host.approvals.standing
    .filter(({ world }) => sees(host, who, world))
    .slice(0, MAX_STANDING_SHOWN);
  return pageOf({ name: 'approvals', items, keyOf: ({ at, id }) => `${at} ${id}` }, query, { standing });
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

/** POST approvals/:id with `{ approve: true, forMinutes?, arguments? }` or `{ approve: false, reason }` */
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

function viewOf({ plan, ...waiting }: WaitingApproval, { date }: Operated, who: Principal) {
  const decidable = plan.principal !== who.name && who.rights(date).has('approve', plan.world);
  return { ...waiting, ...plan, decidable };
}

function eventView({ plan, ...event }: ApprovalEvent) {
  return { ...event, ...plan };
}

function decisionOf(body: JsonValue | undefined): Decision {
  const { approve, forMinutes, arguments: args, reason, ...rest } = objectOf(body, '{"approve": true}');
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
  if (approve !== true) throw invalid('approve is neither true nor false.', 'Send {"approve": true}.');
  if (reason !== undefined)
    throw invalid('An approval has no reason.', 'Leave reason out, or deny the call.');
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
    ...(forMinutes !== undefined && { forMinutes }),
    ...(args !== undefined && { arguments: args }),
  };
}

function invalid(message: string, hint: string): WorldError {
  return new WorldError('InvalidArgument', message, hint);
}
