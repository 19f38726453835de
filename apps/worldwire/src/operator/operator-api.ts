import { failureAnswer, type WebAnswer, WebFeed, WorldError } from '@worldwire/server';
import type { OperatorHandler, OperatorRequest } from '@worldwire/transports/http';
import { worldsOf } from './access.js';
import {
  decide,
  followApprovals,
  listApprovals,
  planOthers,
  revokeStanding,
  showPlan,
} from './approval-routes.js';
import { listAudit, streamAudit } from './audit-routes.js';
import { openLink } from './console-link.js';
import { setGate, setStopped, showGates } from './gate-routes.js';
import { endLease } from './lease-routes.js';
import { listLinks, listPrincipals, listWorlds, showMetrics } from './lists.js';
import { endCall, listCalls } from './open-calls.js';
import type { Operated } from './operated.js';
import { showServer } from './server-facts.js';
import { followServer } from './server-stream.js';
import { endSession, listSessions } from './session-list.js';

type Answer = WebAnswer | WebFeed | Promise<WebAnswer | WebFeed>;

interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A star stands for any one segment. */
  readonly path: string;
  /** Checks the rights of the principal before anything else. `parts` are the segments of the stars. */
  answer(host: Operated, request: OperatorRequest, parts: readonly string[]): Answer;
}

/** A path without a star comes before one with a star. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: 'server', answer: showServer },
  { method: 'GET', path: 'worlds', answer: listWorlds },
  { method: 'GET', path: 'links', answer: listLinks },
  { method: 'DELETE', path: 'leases/*/*', answer: endLease },
  { method: 'GET', path: 'sessions', answer: listSessions },
  { method: 'DELETE', path: 'sessions/*/*', answer: endSession },
  { method: 'GET', path: 'principals', answer: listPrincipals },
  { method: 'GET', path: 'calls', answer: listCalls },
  { method: 'DELETE', path: 'calls/*/*', answer: endCall },
  { method: 'GET', path: 'approvals', answer: listApprovals },
  { method: 'GET', path: 'approvals/stream', answer: followApprovals },
  { method: 'DELETE', path: 'approvals/standing', answer: revokeStanding },
  { method: 'POST', path: 'approvals/*', answer: decide },
  { method: 'GET', path: 'approvals/*/plan', answer: showPlan },
  { method: 'POST', path: 'approvals/*/plan', answer: planOthers },
  { method: 'GET', path: 'gates', answer: showGates },
  { method: 'PUT', path: 'gates/*', answer: setGate },
  { method: 'GET', path: 'audit', answer: listAudit },
  { method: 'GET', path: 'audit/stream', answer: streamAudit },
  { method: 'GET', path: 'stream', answer: followServer },
  { method: 'GET', path: 'metrics', answer: showMetrics },
  { method: 'POST', path: 'console', answer: openLink },
  { method: 'POST', path: 'stop', answer: (host, request) => setStopped(host, request, true) },
  { method: 'POST', path: 'resume', answer: (host, request) => setStopped(host, request, false) },
];

/** The operator's interface: JSON over HTTP, for principals with the right `operate`, and `approve` for approvals. */
export function operatorApi(host: Operated): OperatorHandler {
  return request => {
    const parts = request.path.split('/');
    const matching = ROUTES.filter(({ path }) => matches(path.split('/'), parts));
    const route = matching.find(({ method }) => method === request.method);
    if (route !== undefined) {
      const stars = parts.filter((_, index) => route.path.split('/')[index] === '*');
      const answer = route.answer(host, request, stars);
      return answer instanceof WebFeed ? whileAllowed(answer, route, host, request) : answer;
    }
    // Only for those with a right here: others learn nothing of the paths.
    worldsOf(host, request.who, 'operate', 'approve');
    return matching.length === 0 ? unknownPath() : wrongMethod(matching);
  };
}

/** A stream of the operator ends with its credential, and when the principal may not open it any more. */
function whileAllowed(feed: WebFeed, route: Route, host: Operated, request: OperatorRequest): WebFeed {
  const refused = () => {
    try {
      route.answer(host, request, []);
      return false;
    } catch (thrown) {
      if (thrown instanceof WorldError) return true;
      throw thrown;
    }
  };
  return host.openings.feed(feed, request.who, `GET /operator/${route.path}`, refused);
}

function matches(path: readonly string[], parts: readonly string[]): boolean {
  return path.length === parts.length && path.every((name, index) => name === '*' || name === parts[index]);
}

function unknownPath(): WebAnswer {
  const known = [...new Set(ROUTES.map(({ path }) => path))].join(', ');
  return failureAnswer(
    new WorldError(
      'NotFound',
      'The operator’s interface has no such path.',
      `Paths below /operator/: ${known}.`,
    ),
  );
}

function wrongMethod(routes: readonly Route[]): WebAnswer {
  const allow = [...new Set(routes.map(({ method }) => method))].join(', ');
  const error = new WorldError(
    'InvalidArgument',
    `This path accepts ${allow}.`,
    'Send the request with another method.',
  );
  return failureAnswer(error, 405, { allow });
}
