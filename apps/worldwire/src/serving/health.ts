import { json, type WebRoute } from '@worldwire/server';

const HEALTH_PATH = '/health';

type Issuers = () => object | undefined;

/**
 * The routes of a world. Its health check also fails while the audit refuses writes, and shows the OAuth issuers. An issuer that
 * cannot be reached is no failure: its known keys keep working.
 */
export function withServerHealth(
  routes: readonly WebRoute[],
  refusal: () => string | undefined,
  issuers: Issuers,
): readonly WebRoute[] {
  return routes.map(route => (route.path === HEALTH_PATH ? healthRoute(route, refusal, issuers) : route));
}

function healthRoute(route: WebRoute, refusal: () => string | undefined, issuers: Issuers): WebRoute {
  return {
    ...route,
    async answer(request) {
      const answer = await route.answer(request);
      const reason = refusal();
      const shown = issuers();
      if (!('body' in answer) || typeof answer.body !== 'string') return answer;
      if (reason === undefined && shown === undefined) return answer;
      const body = { ...JSON.parse(answer.body), ...(shown !== undefined && { issuers: shown }) };
      return reason === undefined ? json(answer.status, body) : json(503, { ...body, ok: false, reason });
    },
  };
}
